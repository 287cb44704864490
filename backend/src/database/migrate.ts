import { Client } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';
import { closeClient } from './drop-connections.ts';
import { explainFailure } from './explain-failure.ts';
import type { Migration } from './migration-files.ts';
import { passOverExtensions } from './pass-over-extensions.ts';

// Any constant: all our processes must ask for the same one.
const migrationLock = '4711190219';

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
  /** Whose files these are: each source has its own record. */
  source: string;
  migrations: readonly Migration[];
  /**
   * Whether a file older than the newest applied one may still be applied. Our own files come in numbered
   * ranges, a range a service, so they may; a project's may not.
   */
  anyOrder?: boolean;
  /** Notified of what was passed over in a file; without it nothing is. */
  onPassedOver?: (message: string) => void;
}

/**
 * Applies what is missing, each file in a transaction of its own, one migrator at a time for the database.
 * Answers the files applied now. Throws a StartupError that names the file: changed, unknown, out of order or failed.
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

/** Runs work on a client of its own while no other process migrates this database. The record table exists. */
export async function withMigrationLock<T>(
  connection: DatabaseConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(clientConfig(connection));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(`The database cannot be reached: ${(error as Error).message}`, { cause: error });
  }
  try {
    await requireVersion(client);
    await client.query(`set client_min_messages = warning; select pg_advisory_lock(${migrationLock})`);
    await client.query(bootstrap);
    return await work(client);
  } finally {
    // Ending the session also frees the lock.
    await closeClient(client);
  }
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

function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

async function apply(client: Client, set: MigrationSet, migration: Migration): Promise<void> {
  const { file, version, checksum } = migration;
  try {
    const sql = await readyText(client, set, migration);
    // As hosted: names are looked up in public and extensions. A file may have changed it for its session.
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
    throw new StartupError(`Migration ${file} failed${explainFailure(migration.sql, error)}`, {
      cause: error,
    });
  }
}

/** Its text, without extensions that a dump names, this database lacks and most projects do without. */
async function readyText(client: Client, set: MigrationSet, { file, sql }: Migration): Promise<string> {
  if (set.onPassedOver === undefined || !/extension/i.test(sql)) return sql;
  const { rows } = await client.query<{ name: string }>('select name from pg_available_extensions');
  const available = new Set(rows.map(({ name }) => name));
  const ready = passOverExtensions(sql, (name) => available.has(name));
  for (const name of ready.names) {
    set.onPassedOver(
      `${file}: the extension ${name} is not there and was passed over; what needs it will fail`,
    );
  }
  return ready.sql;
}
