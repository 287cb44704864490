import { Client } from 'pg';
import type { Pool, PoolClient } from 'pg';

/**
 * Asks the database to stop what a client is running. The cancel may arrive late, so that client must be
 * discarded afterwards, never given to another request.
 */
export async function cancelBackend(pool: Pool, client: PoolClient): Promise<void> {
  const { processID } = client as unknown as { processID: number | null };
  if (processID === null) return;
  // A connection of its own: the pool may be exhausted by the very statements that are to be cancelled.
  const { options: _restingRole, ...config } = pool.options;
  const canceller = new Client(config);
  canceller.on('error', () => {});
  try {
    await canceller.connect();
    await canceller.query('select pg_cancel_backend($1)', [processID]);
  } finally {
    await canceller.end();
  }
}
