import { clientConfig } from '../database/connection.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import { DatabaseClient } from '../database/database-client.ts';

/** Arbitrary, the same in every server. */
const lock = 7_204_913_355;

/** For servers that share a database: one after the other. */
export async function withBackupLock<Result>(
  connection: DatabaseConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient(clientConfig(connection));
  await client.connect();
  try {
    // A backup may take longer than a statement may.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work();
  } finally {
    await client.end();
  }
}
