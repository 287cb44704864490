import type { Pool, PoolClient } from 'pg';
import { asDatabaseClient, DatabaseClient } from './database-client.ts';

/** A cancel would not do: between two statements it is lost, and when late it hits the next caller. */
export async function endSession(pool: Pool, client: PoolClient): Promise<void> {
  const { sessionPid } = asDatabaseClient(client);
  if (sessionPid === undefined) return;
  // On its own connection: the pool may be exhausted by the very statements to be ended.
  // pg hides the password from copies of its options.
  const adminClient = new DatabaseClient({
    ...pool.options,
    password: pool.options.password,
    query_timeout: 5_000,
  });
  try {
    await adminClient.connect();
    await adminClient.query('select pg_terminate_backend($1)', [sessionPid]);
  } finally {
    await adminClient.close();
  }
}
