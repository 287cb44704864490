import type { ConnectionParameters } from '../src/database/connection-parameters.ts';
import { withClient } from '../src/database/database-client.ts';

/** In a session of its own. */
export function queryRows(connection: ConnectionParameters, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(connection, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}
