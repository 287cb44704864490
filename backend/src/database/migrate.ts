import { commandLine } from '../errors/command-line.ts';
import type { Client } from 'pg';
import type { Log } from '../errors/log-entry.ts';
import { PermanentStartupError, StartupError } from '../errors/startup-error.ts';
import type { DatabaseConnection } from './connection.ts';
import { applyEach, applyTogether } from './apply-migrations.ts';
import type { ApplyOptions, PendingMigration } from './apply-migrations.ts';
import { compareVersions } from './compare-versions.ts';
import type { Migration, MigrationSet } from './migration-files.ts';
import { withMigrationLock } from './migration-lock.ts';
import type { MigrationLockOptions } from './migration-lock.ts';

/** Our own files before they were rewritten as five: such a database must be carried over first. */
export const firstVersions = /^0\d{3}$/;

/**
 * One migrator at a time for the database. A new database gets one transaction per file; one with data a single
 * transaction for all, so that a failure leaves it as it was. Returns the files applied now. Throws a StartupError that
 * names the file: changed, unknown, out of order or failed.
 */
export async function migrate(
  connection: DatabaseConnection,
  sets: readonly MigrationSet[],
  options: ApplyOptions & Partial<MigrationLockOptions> = {},
): Promise<string[]> {
  async function apply(client: Client): Promise<string[]> {
    const { isNew, pending } = await findPending(client, sets, options.program);
    if (pending.length === 0) return [];
    if (isNew || pending.length === 1) await applyEach(client, pending, options);
    else await applyTogether(client, pending, options);
    await client.query(`notify pgrst, 'reload schema'`);
    return pending.map(({ migration }) => migration.file);
  }
  return withMigrationLock(connection, apply, { log: () => {}, ...options });
}

export interface PendingMigrations {
  /** No file was applied yet. */
  isNew: boolean;
  files: string[];
  /** The newest version of the program that applied one; null where none is recorded. */
  program: string | null;
}

/** What migrate() would do. Throws as it does for files that are changed, unknown or out of order. */
export async function readPendingMigrations(
  connection: DatabaseConnection,
  sets: readonly MigrationSet[],
  program?: string,
  log: Log = () => {},
): Promise<PendingMigrations> {
  async function read(client: Client): Promise<PendingMigrations> {
    const { isNew, pending } = await findPending(client, sets, program);
    const { rows } = await client.query<{ program: string }>(
      'select distinct program from backend.migrations where program is not null',
    );
    const versions = rows.map((row) => row.program).toSorted(compareVersions);
    return { isNew, files: pending.map(({ migration }) => migration.file), program: versions.at(-1) ?? null };
  }
  return withMigrationLock(connection, read, { log });
}

async function findPending(
  client: Client,
  sets: readonly MigrationSet[],
  program: string | undefined,
): Promise<{ isNew: boolean; pending: PendingMigration[] }> {
  const { rowCount } = await client.query('select from backend.migrations limit 1');
  const pending: PendingMigration[] = [];
  for (const set of sets)
    for (const migration of await missing(client, set, program)) pending.push({ set, migration });
  return { isNew: rowCount === 0, pending };
}

async function missing(client: Client, set: MigrationSet, program: string | undefined): Promise<Migration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select version, file, checksum, program from backend.migrations where source = $1 order by length(version), version',
    [set.source],
  );
  if (set.source === 'backend') rejectFirstChain(rows, set);
  const recorded = new Map(rows.map((row) => [row.version, row]));
  const known = new Map(set.migrations.map((migration) => [migration.version, migration]));
  for (const row of rows) {
    const migration = known.get(row.version);
    if (migration === undefined) {
      throw explainUnknown(row, rows, program);
    }
    if (migration.checksum !== row.checksum) {
      throw new PermanentStartupError(
        `Migration ${migration.file} was changed after it was applied: restore it and write the change as a new file`,
      );
    }
  }
  const todo = set.migrations.filter((migration) => !recorded.has(migration.version));
  const newest = rows.at(-1);
  const early = todo.find((migration) => newest !== undefined && isBefore(migration.version, newest.version));
  if (early && newest && !set.anyOrder) {
    throw new PermanentStartupError(
      `Migration ${early.file} is older than ${newest.file}, which is already applied: give it a newer version`,
    );
  }
  return todo;
}

interface AppliedMigration {
  version: string;
  file: string;
  checksum: string;
  program: string | null;
}

/** Of a newer version of the program, or a file that was deleted. */
function explainUnknown(
  { file, program: newer }: AppliedMigration,
  all: readonly AppliedMigration[],
  program: string | undefined,
): StartupError {
  if (program === undefined || newer === null || compareVersions(newer, program) <= 0)
    return new PermanentStartupError(
      `Migration ${file} was applied to this database but its file is gone: put it back, or use the newer program that has it`,
    );
  const newest =
    all
      .flatMap((row) => row.program ?? [])
      .toSorted(compareVersions)
      .at(-1) ?? newer;
  return new PermanentStartupError(
    `This database was upgraded by version ${newest} (migration ${file}), and this is version ${program}, which is older: start version ${newest} or a newer one, or undo the upgrade first (${commandLine('undo-upgrade')})`,
  );
}

function rejectFirstChain(applied: readonly { version: string }[], { migrations }: MigrationSet): void {
  const isOld = (version: string): boolean =>
    firstVersions.test(version) && !migrations.some((migration) => migration.version === version);
  if (!applied.some(({ version }) => isOld(version))) return;
  throw new PermanentStartupError(
    `This database was made by an earlier version: stop every server that uses it, back it up, and run "${commandLine('carry-over')}" once (supabase/carry-over/carry-over.sql in one transaction; it deletes no data)`,
  );
}

function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}
