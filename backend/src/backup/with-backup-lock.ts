import { Client } from 'pg';
import { clientConfig } from '../database/connection.ts';
import type { DatabaseConnection } from '../database/connection.ts';

/** Arbitrary, the same in every server. */
const lock = 7_204_913_355;

/** For servers that share a database. Undefined, and nothing is done, while another one holds the lock. */
export async function withBackupLock<Result>(
  connection: DatabaseConnection,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = new Client(clientConfig(connection));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      lock,
    ]);
    return rows[0]?.isOurs ? await work() : undefined;
  } finally {
    await client.end();
  }
}
