// Compares what a restored database executes with what the migrations of this program make.
import { join } from 'node:path';
import type { Client } from 'pg';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import { allowDirectLogin } from '../database/direct-login.ts';
import { startEmbeddedServer } from '../database/embedded-server.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import type { MigrationSet } from '../database/migration-files.ts';
import { StartupError } from '../errors/startup-error.ts';
import { findForeignCode, readProgramCode, type CodeItem } from './program-code.ts';
import { readTable } from './read-table.ts';
import { withRestoredSession } from './with-restored-session.ts';
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
interface FoundCode {
  items: CodeItem[];
  /** Applied migrations, as `source version`. */
  applied: Set<string>;
}

/** PostgreSQL makes each new database from this one, and vacuums it too. */
const otherDatabase = 'template1';

async function readFoundCode(
  client: Client,
  connection: ConnectionParameters,
  executedTables: readonly string[],
): Promise<FoundCode> {
  const items = await readProgramCode(client, executedTables);
  const migrations = await readTable(client, 'backend.migrations');
  const template = await withRestoredSession({ ...connection, database: otherDatabase }, (other) =>
    readProgramCode(other, [], { isFirst: false }),
  );
  return {
    items: [
      ...items,
      ...template.map(({ name, rightsOf, ...item }) => ({
        ...item,
        name: `${name} in ${otherDatabase}`,
        ...(rightsOf !== undefined && { rightsOf: `${rightsOf} in ${otherDatabase}` }),
      })),
    ],
    applied: new Set(migrations.map(({ source, version }) => `${source} ${version}`)),
  };
}

/** Throws a StartupError if the database of a session has code that is not from a migration, and it is not accepted. */
export type CodeCheck = (
  client: Client,
  connection: ConnectionParameters,
  /** Whether more WAL is replayed later: what is then disabled is not named. */
  isPaused: boolean,
) => Promise<void>;

/** Asks once for each name. */
export function createCodeCheck(inspection: CodeInspection, dataDir: string): CodeCheck {
  const accepted = new Set<string>();
  let expected: { of: string; items: CodeItem[] } | undefined;
  return async (client, connection, isPaused) => {
    const found = await readFoundCode(client, connection, inspection.executedTables);
    const hasDirectLogin = found.items.some(({ name }) => name === 'role direct');
    const of = [hasDirectLogin, ...[...found.applied].toSorted()].join('\n');
    if (expected?.of !== of)
      expected = {
        of,
        items: await readExpectedCode(found.applied, { hasDirectLogin, inspection, dataDir }),
      };
    const foreign = findForeignCode(found.items, expected.items).filter(
      (name) => !(isPaused && /^(event trigger|setting) /.test(name)),
    );
    if (foreign.every((name) => accepted.has(name))) return;
    if (!(await inspection.accept(foreign)))
      throw new StartupError(
        `the backup contains code that is not from this program, as listed; it has not run, and nothing was kept. If you know it and want it: add --accept-code`,
      );
    for (const name of foreign) accepted.add(name);
  };
}

/**
 * What those migrations make that the restored database records as applied: they are applied to a new database in a
 * folder of `dataDir`, which is removed afterwards.
 */
async function readExpectedCode(
  applied: Set<string>,
  {
    hasDirectLogin,
    inspection: { sets, executedTables },
    dataDir,
  }: { hasDirectLogin: boolean; inspection: CodeInspection; dataDir: string },
): Promise<CodeItem[]> {
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
      if (applied.size > 0 && hasDirectLogin) await allowDirectLogin(connection);
      const { items } = await withRestoredSession(connection, (client) =>
        readFoundCode(client, connection, executedTables),
      );
      return items;
    } finally {
      await server.stop();
    }
  } finally {
    removeRestoredData(folder);
  }
}
