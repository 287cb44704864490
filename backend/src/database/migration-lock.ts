// Runs work under the advisory lock of migrations, after checks of server version, encoding, pooling.
import { DatabaseError, type Client } from 'pg';
import type { LogWriter } from '../errors/log-entry.ts';
import { StartupError } from '../errors/startup-error.ts';
import { isUntrustedCertificate } from '../errors/untrusted-certificate.ts';
import { toClientConfig, type ConnectionParameters } from './connection-parameters.ts';
import { DatabaseClient, migrationSettingsSql } from './database-client.ts';
import { requireSessionPooling } from './pooling.ts';

// An arbitrary number, the same in all our processes.
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
  );
  do $$
  begin
    if not exists (select from pg_attribute
      where attrelid = 'backend.migrations'::regclass and attname = 'program') then
      -- of the program that applied it
      alter table backend.migrations add column program text;
    end if;
  end $$;
  -- As the Supabase CLI makes it, which reads it.
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key,
    statements text[],
    name text
  );`;

export interface MigrationLockOptions {
  log: LogWriter;
  /**
   * While waiting for the lock: after `logAfterMs` a log line names the holder, after `failAfterMs` the start fails.
   */
  logAfterMs?: number;
  failAfterMs?: number;
}

/**
 * Runs the work once the record table exists. Throws a StartupError for a database that this server cannot use, and if
 * the lock is in use.
 */
export async function withMigrationLock<T>(
  connection: ConnectionParameters,
  work: (client: Client) => Promise<T>,
  options: MigrationLockOptions,
): Promise<T> {
  const client = await connect(connection);
  try {
    await checkServer(client);
    await checkPooling(client, connection);
    await client.query(migrationSettingsSql);
    await acquire(client, options);
    await client.query(bootstrap);
    return await work(client);
  } finally {
    // The end of the session releases the lock too, unless a pooler keeps the session.
    await client.query(`rollback; select pg_advisory_unlock(${migrationLock})`).catch(() => {});
    await client.close();
  }
}

async function connect(connection: ConnectionParameters): Promise<DatabaseClient> {
  const client = new DatabaseClient(toClientConfig(connection));
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new StartupError(`The database cannot be reached: ${explainConnectError(error as Error)}`, {
      cause: error,
    });
  }
}

/** The messages of Node would name options of Node. */
function explainConnectError({ message, code = '' }: NodeJS.ErrnoException): string {
  if (!isUntrustedCertificate(code)) return message;
  return `its certificate is not trusted (${code}); add sslmode=verify-full&sslrootcert=FILE with its CA, or sslmode=no-verify to encrypt without checking it`;
}

async function checkPooling(client: DatabaseClient, connection: ConnectionParameters): Promise<void> {
  const second = new DatabaseClient(toClientConfig(connection));
  try {
    await requireSessionPooling(client, async () => {
      await second.connect();
      return second;
    });
  } finally {
    await second.close();
  }
}

const lockNotAvailable = '55P03';

async function acquire(client: Client, options: MigrationLockOptions): Promise<void> {
  const { log, logAfterMs = 5_000, failAfterMs = 60_000 } = options;
  if (await tryLock(client, logAfterMs)) return;
  const holder = await describeHolder(client);
  log({
    level: 'warn',
    event: 'migration.waiting',
    message: `Another session has held the migration lock of this database for ${logAfterMs / 1000} s (${holder}): waiting until ${failAfterMs / 1000} s have passed`,
  });
  if (await tryLock(client, failAfterMs - logAfterMs)) return;
  throw new StartupError(
    `The migration lock of this database was in use for ${failAfterMs / 1000} s (${await describeHolder(client)}): another server is being started or upgraded, so start this one again later; if there is none, end that session with select pg_terminate_backend(PID)`,
  );
}

async function tryLock(client: Client, limitMs: number): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = ${limitMs}`);
    await client.query(`select pg_advisory_lock(${migrationLock})`);
    await client.query(migrationSettingsSql);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === lockNotAvailable) return false;
    throw error;
  }
}

async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ holder: string }>(
    `select format('PID %s, application %L at %s, since %s', pid, application_name,
       coalesce(host(client_addr), 'this machine'), backend_start) as holder
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1
       and (classid::bigint << 32 | objid::bigint) = ${migrationLock}
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.holder ?? 'it has just been released';
}

interface ServerFacts {
  number: number;
  name: string;
  database: string;
  encoding: string;
  isReplica: boolean;
  isReadOnly: boolean;
}

/** Throws a StartupError that names the problem of the server or the database, and the fix. */
async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
       current_database() as database, current_setting('server_encoding') as encoding,
       pg_is_in_recovery() as "isReplica", current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  );
  const problem = rows[0] && findProblem(rows[0]);
  if (problem) throw new StartupError(problem);
}

function findProblem({
  number,
  name,
  database,
  encoding,
  isReplica,
  isReadOnly,
}: ServerFacts): string | undefined {
  if (number < 150_000)
    return `The database is PostgreSQL ${name}, but 15 or newer is needed: set DATABASE_URL to one`;
  // A cluster created without a locale has SQL_ASCII, which counts bytes and knows no letters beyond ASCII.
  if (encoding !== 'UTF8')
    return `The database ${database} is encoded in ${encoding}, but UTF8 is needed: make one with create database NAME template template0 encoding 'UTF8', and set DATABASE_URL to it`;
  if (isReplica)
    return 'The database is a replica, which takes no writes: set DATABASE_URL to the primary server';
  if (isReadOnly)
    return `The database ${database} is read only: alter database ${database} reset default_transaction_read_only (or the same of its role or server), then start again`;
  return undefined;
}
