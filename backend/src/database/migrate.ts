import { commandLine } from '../errors/command-line.ts';
import type { Client } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';
import { applyEach, applyTogether } from './apply-migrations.ts';
import type { ApplyOptions, PendingMigration } from './apply-migrations.ts';
import { compareVersions } from './compare-versions.ts';
import { DatabaseClient } from './database-client.ts';
import type { Migration, MigrationSet } from './migration-files.ts';

// Any constant that all our processes share.
const migrationLock = '4711190219';

/** Our own files before they were rewritten as five: such a database must be carried over first. */
export const firstVersions = /^0\d{3}$/;

const bootstrap = `
  create schema if not exists backend;
  revoke all on schema backend from public;
  create table if not exists backend.migrations (
    source text not null,
    version text not null,
    file text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (source, version)
  );
  do $$
  begin
    if not exists (select from pg_attribute
      where attrelid = 'backend.migrations'::regclass and attname = 'program') then
      -- of the program that applied it
      alter table backend.migrations add column program text;
    end if;
  end $$;`;

/**
 * One migrator at a time for the database. A new database gets one transaction per file; one with data a single
 * transaction for all, so that a failure leaves it as it was. Returns the files applied now. Throws a StartupError that
 * names the file: changed, unknown, out of order or failed.
 */
export async function migrate(
  connection: DatabaseConnection,
  sets: readonly MigrationSet[],
  options: ApplyOptions = {},
): Promise<string[]> {
  return withMigrationLock(connection, async (client) => {
    const { isNew, pending } = await findPending(client, sets, options.program);
    if (pending.length === 0) return [];
    if (isNew || pending.length === 1) await applyEach(client, pending, options);
    else await applyTogether(client, pending, options);
    await client.query(`notify pgrst, 'reload schema'`);
    return pending.map(({ migration }) => migration.file);
  });
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
): Promise<PendingMigrations> {
  return withMigrationLock(connection, async (client) => {
    const { isNew, pending } = await findPending(client, sets, program);
    const { rows } = await client.query<{ program: string }>(
      'select distinct program from backend.migrations where program is not null',
    );
    const versions = rows.map((row) => row.program).toSorted(compareVersions);
    return { isNew, files: pending.map(({ migration }) => migration.file), program: versions.at(-1) ?? null };
  });
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

/** The record table exists. */
export async function withMigrationLock<T>(
  connection: DatabaseConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient(clientConfig(connection));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(`The database cannot be reached: ${explainConnectError(error as Error)}`, {
      cause: error,
    });
  }
  try {
    await requireVersion(client);
    await client.query(`set client_min_messages = warning; select pg_advisory_lock(${migrationLock})`);
    await client.query(bootstrap);
    return await work(client);
  } finally {
    // Ending the session also releases the lock.
    await client.close();
  }
}

/** OpenSSL's codes; Node's own messages name options of Node. */
const untrusted = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

function explainConnectError({ message, code = '' }: NodeJS.ErrnoException): string {
  if (!untrusted.test(code)) return message;
  return `its certificate is not trusted (${code}); add sslmode=verify-full&sslrootcert=FILE with its CA, or sslmode=no-verify to encrypt without checking it`;
}

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  if ((rows[0]?.number ?? 0) >= 150_000) return;
  throw new StartupError(
    `The database is PostgreSQL ${rows[0]?.name}, but 15 or newer is needed: set DATABASE_URL to one`,
  );
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
      throw new StartupError(
        `Migration ${migration.file} was changed after it was applied: restore it and write the change as a new file`,
      );
    }
  }
  const todo = set.migrations.filter((migration) => !recorded.has(migration.version));
  const newest = rows.at(-1);
  const early = todo.find((migration) => newest !== undefined && isBefore(migration.version, newest.version));
  if (early && newest && !set.anyOrder) {
    throw new StartupError(
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
    return new StartupError(
      `Migration ${file} was applied to this database but its file is gone: put it back, or use the newer program that has it`,
    );
  const newest =
    all
      .flatMap((row) => row.program ?? [])
      .toSorted(compareVersions)
      .at(-1) ?? newer;
  return new StartupError(
    `This database was upgraded by version ${newest} (migration ${file}), and this is version ${program}, which is older: start version ${newest} or a newer one, or undo the upgrade first (${commandLine('undo-upgrade')})`,
  );
}

function rejectFirstChain(applied: readonly { version: string }[], { migrations }: MigrationSet): void {
  const isOld = (version: string): boolean =>
    firstVersions.test(version) && !migrations.some((migration) => migration.version === version);
  if (!applied.some(({ version }) => isOld(version))) return;
  throw new StartupError(
    `This database was made by an earlier version: stop every server that uses it, back it up, and run "${commandLine('carry-over')}" once (supabase/carry-over/carry-over.sql in one transaction; it deletes no data)`,
  );
}

function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}
