// Compares what a restored database executes with what the migrations of this program make.
import { join } from 'node:path';
import type { Client } from 'pg';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import { withClient } from '../database/database-client.ts';
import { allowDirectLogin } from '../database/direct-login.ts';
import { startEmbeddedServer } from '../database/embedded-server.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import type { MigrationSet } from '../database/migration-files.ts';
import { findForeignCode, readProgramCode, type CodeItem } from './program-code.ts';
import { removeRestoredData } from './remove-restored-data.ts';

export interface CodeInspection {
  /** The program's own migrations, and those of its project. */
  sets: readonly MigrationSet[];
  /** Tables with text that functions execute, e.g. names of functions. Only migrations write them. */
  executedTables: readonly string[];
  /** Whether code that is not from a migration may stay. It has not run yet. */
  accept: (foreign: string[]) => Promise<boolean>;
}

/** What one restored cluster has. */
export interface FoundCode {
  items: CodeItem[];
  /** Applied migrations, as `source version`. */
  applied: Set<string>;
}

/** PostgreSQL makes each new database from this one, and vacuums it too. */
const otherDatabase = 'template1';

export async function readFoundCode(
  client: Client,
  connection: ConnectionParameters,
  executedTables: readonly string[],
): Promise<FoundCode> {
  const items = await readProgramCode(client, executedTables);
  const { rows: relations } = await client.query<{ id: string }>('select oid::regclass as id from pg_class');
  const isMigrated = relations.some(({ id }) => id === 'backend.migrations');
  const { rows } = isMigrated
    ? await client.query<{ source: string; version: string }>(
        'select source, version from backend.migrations',
      )
    : { rows: [] };
  const template = await withClient({ ...connection, database: otherDatabase }, (other) =>
    readProgramCode(other, [], { isFirst: false }),
  );
  return {
    items: [...items, ...template.map((item) => ({ ...item, name: `${item.name} in ${otherDatabase}` }))],
    applied: new Set(rows.map(({ source, version }) => `${source} ${version}`)),
  };
}

/**
 * Names of what is not made by those migrations of `sets` that the restored database records as applied: they are
 * applied to a new database in a folder of `dataDir`, which is removed afterwards.
 */
export async function findCodeOutsideMigrations(
  { items, applied }: FoundCode,
  { sets, executedTables }: CodeInspection,
  dataDir: string,
): Promise<string[]> {
  const folder = join(dataDir, 'expected-code');
  try {
    const server = await startEmbeddedServer({ dataDir: folder, settings: { fsync: 'off' } });
    try {
      const { connection } = server;
      const recorded = sets.map((set) => ({
        ...set,
        migrations: set.migrations.filter(({ version }) => applied.has(`${set.source} ${version}`)),
      }));
      if (applied.size > 0) await migrateDatabase(connection, recorded);
      // The server makes this role, and only if DATABASE_PORT is set.
      if (applied.size > 0 && items.some(({ name }) => name === 'role direct'))
        await allowDirectLogin(connection);
      const expected = await withClient(connection, (client) =>
        readFoundCode(client, connection, executedTables),
      );
      return findForeignCode(items, expected.items);
    } finally {
      await server.stop();
    }
  } finally {
    removeRestoredData(folder);
  }
}
