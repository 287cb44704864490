import { Client } from 'pg';
import type { Pool, PoolClient } from 'pg';
import { closeClient } from './drop-connections.ts';

/**
 * Ends the session of a client whose caller is gone, whatever it is doing. Ending instead of cancelling: a cancel
 * that arrives between two statements is lost, and one that arrives late hits the next caller.
 */
export async function endSession(pool: Pool, client: PoolClient): Promise<void> {
  const { processID } = client as unknown as { processID: number | null };
  if (processID === null) return;
  // A connection of its own: the pool may be exhausted by the very statements that are to be ended.
  const { options: _restingRole, ...config } = pool.options;
  // The pool hides its password from copies of its options.
  const messenger = new Client({ ...config, password: pool.options.password, query_timeout: 5_000 });
  messenger.on('error', () => {});
  try {
    await messenger.connect();
    await messenger.query('select pg_terminate_backend($1)', [processID]);
  } finally {
    await closeClient(messenger);
  }
}
