import type { Client } from 'pg';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';
import { DatabaseClient } from './database-client.ts';

/** One connection, for work that ends with it. */
export async function withClient<Result>(
  connection: DatabaseConnection,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient(clientConfig(connection));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
