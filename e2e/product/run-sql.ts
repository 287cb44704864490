import { withClient } from '@fairlead/backend/database';
import { readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import type { Product } from './product.ts';

/** Runs SQL as the owner of a product's own database, for rows that no role of the API may write. */
export async function runSql({ dataDir }: Product, sql: string, values: unknown[] = []): Promise<void> {
  const connection = readEmbeddedConnectionParameters(dataDir);
  if (!connection) throw new Error(`there is no database in ${dataDir}`);
  await withClient(connection, (client) => client.query(sql, values));
}
