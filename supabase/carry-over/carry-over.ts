import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { DatabaseConnection } from '../../backend/src/database/connection.ts';
import { firstVersions, migrate } from '../../backend/src/database/migrate.ts';
import { withMigrationLock, type MigrationLockOptions } from '../../backend/src/database/migration-lock.ts';
import { readFirstChain } from './read-first-chain.ts';

const script = join(import.meta.dirname, 'carry-over.sql');
const firstOfProduct = '20261120090000_close_the_schema.sql';

/**
 * Applies what a database lacks of the first migrations, then carry-over.sql in one transaction. Returns whether
 * there was anything to do. Throws a StartupError that names a file.
 */
export async function carryOver(
  connection: DatabaseConnection,
  log: MigrationLockOptions['log'] = () => {},
): Promise<boolean> {
  async function readApplied(client: Client) {
    const { rows } = await client.query<{ source: string; version: string; file: string }>(
      'select source, version, file from backend.migrations',
    );
    return rows;
  }
  const applied = await withMigrationLock(connection, readApplied, { log });
  if (!applied.some(({ source, version }) => source === 'backend' && firstVersions.test(version)))
    return false;
  const { backend, project } = readFirstChain();
  // Another project's migrations are its own.
  const hasProduct = applied.some(({ file }) => file === firstOfProduct);
  await migrate(connection, hasProduct ? [backend, project] : [backend], { log });
  const sql = await readFile(script, 'utf8');
  await withMigrationLock(connection, (client) => client.query(sql), { log });
  return true;
}
