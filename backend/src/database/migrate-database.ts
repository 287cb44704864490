// Applies the migrations that are new.
import { formatCommandLine } from '../errors/format-command-line.ts';
import type { Client } from 'pg';
import type { LogWriter } from '../errors/log-entry.ts';
import { PermanentStartupError, StartupError } from '../errors/startup-error.ts';
import type { ConnectionParameters } from './connection-parameters.ts';
import {
  applyMigrationsSeparately,
  applyMigrationsInOneTransaction,
  type ApplyMigrationsOptions,
  type PendingMigration,
} from './apply-migrations.ts';
import type { Migration, MigrationSet } from './migration-files.ts';
import { withMigrationLock, type MigrationLockOptions } from './migration-lock.ts';
import { findStatements } from './run-sql-script.ts';

/**
 * Only one process migrates a database at a time. A new database gets one transaction per file; one with data a single
 * transaction for all, so that a failure changes nothing. Returns the files applied now. Throws a StartupError that
 * names the file: changed, unknown, out of order or failed.
 */
export async function migrateDatabase(
  connection: ConnectionParameters,
  sets: readonly MigrationSet[],
  options: ApplyMigrationsOptions & Partial<MigrationLockOptions> = {},
): Promise<string[]> {
  async function apply(client: Client): Promise<string[]> {
    const { isNew, pending } = await findPending(client, sets, options.program);
    if (isNew || pending.length === 1) await applyMigrationsSeparately(client, pending, options);
    else if (pending.length > 0) await applyMigrationsInOneTransaction(client, pending, options);
    for (const set of sets) await recordForSupabase(client, set);
    if (pending.length === 0) return [];
    await client.query(`notify pgrst, 'reload schema'`);
    return pending.map(({ migration }) => migration.file);
  }
  return withMigrationLock(connection, apply, { log: () => {}, ...options });
}

export interface MigrationStatus {
  /** Whether no file was applied yet. */
  isNew: boolean;
  files: string[];
  /**
   * The base migrations among `files` whose objects exist already, because the migrations that they replace created
   * them.
   */
  adopted: string[];
  /** The newest version of the program that applied one; null if none is recorded. */
  program: string | null;
}

/** What migrateDatabase() would do. Throws as migrateDatabase() does for files that are changed, unknown or out of order. */
export async function readMigrationStatus(
  connection: ConnectionParameters,
  sets: readonly MigrationSet[],
  program?: string,
  log: LogWriter = () => {},
): Promise<MigrationStatus> {
  async function read(client: Client): Promise<MigrationStatus> {
    const { isNew, pending } = await findPending(client, sets, program);
    const { rows } = await client.query<{ program: string }>(
      'select distinct program from backend.migrations where program is not null',
    );
    const versions = rows.map((row) => row.program).toSorted(compareReleaseVersions);
    const files = pending.map(({ migration }) => migration.file);
    const adopted = pending.flatMap(({ migration }) => (migration.isAdopted ? [migration.file] : []));
    return { isNew, files, adopted, program: versions.at(-1) ?? null };
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

interface AppliedMigration {
  version: string;
  file: string;
  checksum: string;
  program: string | null;
}

async function missing(client: Client, set: MigrationSet, program: string | undefined): Promise<Migration[]> {
  const { rows: history } = await client.query<AppliedMigration>(
    'select version, file, checksum, program from backend.migrations where source = $1 order by length(version), version',
    [set.source],
  );
  const { adopted, left } = adoptBases(set, history);
  const following = { ...set, migrations: set.migrations.slice(adopted.length) };
  return [...adopted, ...missingFiles(following, left, program)];
}

interface AdoptedBases {
  adopted: Migration[];
  /** The applied files that are newer than the adopted ones. */
  left: readonly AppliedMigration[];
}

/**
 * The migrations up to the newest base, for a database that has the last file that this base replaces: their records
 * replace those of the files. Throws for a database that has only some of these files.
 */
function adoptBases(
  { source, migrations }: MigrationSet,
  history: readonly AppliedMigration[],
): AdoptedBases {
  const bases = migrations.filter(({ replaces }) => replaces !== undefined);
  const newest = bases.findLast(({ version, replaces }) =>
    history.some((row) => row.version === version && row.checksum === replaces?.checksum),
  );
  const left = history.filter(({ version }) => newest === undefined || isBefore(newest.version, version));
  const known = new Set(migrations.map(({ version }) => version));
  for (const { version } of left) {
    const base = known.has(version) ? undefined : bases.find((each) => isBefore(version, each.version));
    if (base?.replaces)
      throw olderThan(base.replaces.commit, `its newest migration is ${history.at(-1)?.file}`);
  }
  if (newest === undefined) return { adopted: [], left };
  const adopted = migrations
    .slice(0, migrations.indexOf(newest) + 1)
    .map((migration) => ({ ...migration, isAdopted: true as const, sql: '' }));
  const sql = `delete from backend.migrations where source = '${source}' and version::numeric <= ${newest.version}`;
  return {
    adopted: adopted.map((migration, index) => (index === 0 ? { ...migration, sql } : migration)),
    left,
  };
}

function olderThan(commit: string, reason: string): StartupError {
  return new PermanentStartupError(
    `This database is of an earlier version (${reason}): start the program of commit ${commit.slice(0, 8)} once with it, then this one`,
  );
}

function missingFiles(
  set: MigrationSet,
  rows: readonly AppliedMigration[],
  program: string | undefined,
): Migration[] {
  const recorded = new Map(rows.map((row) => [row.version, row]));
  const known = new Map(set.migrations.map((migration) => [migration.version, migration]));
  for (const row of rows) {
    const migration = known.get(row.version);
    if (migration === undefined) {
      throw explainUnknown(row, rows, program);
    }
    if (migration.checksum !== row.checksum) {
      if (unreleasedForm.test(row.file)) throw new OtherUnreleasedError(row.file);
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

/** Explains an unknown file: it is of a newer version of the program, or was deleted. */
function explainUnknown(
  { file, program: newer }: AppliedMigration,
  all: readonly AppliedMigration[],
  program: string | undefined,
): StartupError {
  if (program === undefined || newer === null || compareReleaseVersions(newer, program) <= 0) {
    if (unreleasedForm.test(file)) return new OtherUnreleasedError(file);
    return new PermanentStartupError(
      `Migration ${file} was applied to this database but its file is gone: put it back, or use the newer program that has it`,
    );
  }
  const newest =
    all
      .flatMap((row) => row.program ?? [])
      .toSorted(compareReleaseVersions)
      .at(-1) ?? newer;
  return new PermanentStartupError(
    `This database was upgraded by version ${newest} (migration ${file}), and this is version ${program}, which is older: start version ${newest} or a newer one, or undo the upgrade first (${formatCommandLine('undo-upgrade')})`,
  );
}

/** Until a release, this file is rewritten under new versions. */
const unreleasedForm = /^\d+_unreleased\.sql$/;

/** The unreleased migration of the database is another one: no migration leads from there to here. */
export class OtherUnreleasedError extends PermanentStartupError {
  constructor(file: string) {
    super(
      `This database has another form of the unreleased migration (${file}): run ${formatCommandLine('rebuild-database')}, which keeps its rows and makes a restore point`,
    );
  }
}

function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

/** Compares releases such as "0.12.3" or "0.12.3+20261125.ae917859" by number, then date. For sorting, oldest first. */
export function compareReleaseVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const [index, number] of left.entries()) {
    const difference = number - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): number[] {
  const found = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\+(\d{8})\.)?/.exec(version)?.slice(1) ?? [];
  return [0, 1, 2, 3].map((index) => Number(found[index] ?? 0));
}

/**
 * Adds the applied files of a project to the record that the Supabase CLI reads, so that `supabase migration list` and
 * `db push` agree with us. Those that a base migration replaces are removed.
 */
async function recordForSupabase(client: Client, { source, migrations }: MigrationSet): Promise<void> {
  if (source !== 'project') return;
  const { rows } = await client.query<{ version: string }>(
    `select version from backend.migrations where source = $1
     except select version from supabase_migrations.schema_migrations`,
    [source],
  );
  const missing = new Set(rows.map(({ version }) => version));
  for (const { version, file, sql } of migrations.filter((migration) => missing.has(migration.version)))
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
      [version, statementsOf(sql), file.replace(/^\d+_/, '').replace(/\.sql$/, '')],
    );
  const base = migrations.findLast(({ replaces }) => replaces !== undefined);
  if (base !== undefined)
    await client.query(
      `delete from supabase_migrations.schema_migrations
       where version::numeric < $1::numeric and version <> all ($2::text[])`,
      [base.version, migrations.map(({ version }) => version)],
    );
}

function statementsOf(sql: string): string[] {
  const starts = Array.from(findStatements(sql), ({ start }) => start);
  return starts.map((start, index) => sql.slice(start, starts[index + 1]).trim());
}
