import type { Client } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';
import { DatabaseClient } from './database-client.ts';
import { describeSqlError } from './describe-sql-error.ts';
import type { Migration } from './migration-files.ts';
import { skipUnavailableExtensions } from './skip-unavailable-extensions.ts';

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
  );`;

export interface MigrationSet {
  /** Each source has its own record of applied files. */
  source: string;
  migrations: readonly Migration[];
  /** Allows files older than the newest applied one: ours are numbered in ranges by service, a project's are not. */
  anyOrder?: boolean;
  /** Without it, no extension is skipped. */
  onExtensionSkipped?: (message: string) => void;
}

/**
 * One transaction per file, one migrator at a time for the database. Returns the files applied now. Throws a
 * StartupError that names the file: changed, unknown, out of order or failed.
 */
export async function migrate(
  connection: DatabaseConnection,
  sets: readonly MigrationSet[],
): Promise<string[]> {
  return withMigrationLock(connection, async (client) => {
    const applied: string[] = [];
    for (const set of sets) {
      for (const migration of await missing(client, set)) {
        await apply(client, set, migration);
        applied.push(migration.file);
      }
    }
    if (applied.length > 0) await client.query(`notify pgrst, 'reload schema'`);
    return applied;
  });
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

async function missing(client: Client, set: MigrationSet): Promise<Migration[]> {
  const { rows } = await client.query<{ version: string; file: string; checksum: string }>(
    'select version, file, checksum from backend.migrations where source = $1 order by length(version), version',
    [set.source],
  );
  if (set.source === 'backend') rejectFirstChain(rows, set);
  const recorded = new Map(rows.map((row) => [row.version, row]));
  const known = new Map(set.migrations.map((migration) => [migration.version, migration]));
  for (const row of rows) {
    const migration = known.get(row.version);
    if (migration === undefined) {
      throw new StartupError(
        `Migration ${row.file} was applied to this database but its file is gone: put it back, or use the newer program that has it`,
      );
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

function rejectFirstChain(applied: readonly { version: string }[], { migrations }: MigrationSet): void {
  const isOld = (version: string): boolean =>
    firstVersions.test(version) && !migrations.some((migration) => migration.version === version);
  if (!applied.some(({ version }) => isOld(version))) return;
  throw new StartupError(
    'This database was made by an earlier version: stop every server that uses it, back it up, and run "npm run carry-over" once (supabase/carry-over/carry-over.sql in one transaction; it deletes no data)',
  );
}

function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

async function apply(client: Client, set: MigrationSet, migration: Migration): Promise<void> {
  const { file, version, checksum } = migration;
  try {
    const sql = await readyText(client, set, migration);
    // As hosted: names are looked up in public and extensions. An earlier file may have changed it for its session.
    await client.query(
      `set client_min_messages = warning; set search_path = "$user", public, extensions; begin`,
    );
    await client.query(sql);
    await client.query(
      'insert into backend.migrations (source, version, file, checksum) values ($1, $2, $3, $4)',
      [set.source, version, file, checksum],
    );
    await client.query('commit');
    await client.query('reset all');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new StartupError(`Migration ${file} failed${describeSqlError(migration.sql, error)}`, {
      cause: error,
    });
  }
}

/** Without extensions that a dump names and this database lacks: most projects do not use them. */
async function readyText(client: Client, set: MigrationSet, { file, sql }: Migration): Promise<string> {
  if (set.onExtensionSkipped === undefined || !/extension/i.test(sql)) return sql;
  const { rows } = await client.query<{ name: string }>('select name from pg_available_extensions');
  const available = new Set(rows.map(({ name }) => name));
  const ready = skipUnavailableExtensions(sql, (name) => available.has(name));
  for (const name of ready.names) {
    set.onExtensionSkipped(
      `${file}: the extension ${name} is not there and was passed over; what needs it will fail`,
    );
  }
  return ready.sql;
}
