// Applies migration files in one transaction or separately, without unavailable extensions.
import type { Client } from 'pg';
import { findStatements, runSqlScript } from './run-sql-script.ts';
import { SqlFileError } from './sql-file-error.ts';
import type { Migration, MigrationSet } from './migration-files.ts';
import { readTransactionId } from './rows-since.ts';
import { migrationSettingsSql } from './database-client.ts';

export interface PendingMigration {
  set: MigrationSet;
  migration: Migration;
}

export interface ApplyMigrationsOptions {
  /** The program's version, recorded with each file. */
  program?: string | undefined;
  onWarning?: (message: string) => void;
}

/** Runs each file in a transaction of its own. */
export async function applyMigrationsSeparately(
  client: Client,
  pending: readonly PendingMigration[],
  { program }: ApplyMigrationsOptions,
): Promise<void> {
  for (const [index, { set, migration }] of pending.entries()) {
    try {
      await begin(client);
      await apply(client, set, migration, program);
      await client.query('commit');
      await client.query(migrationSettingsSql);
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw failedMigration(set, migration, error, describeKept(pending.slice(0, index)));
    }
  }
}

/**
 * A value added to an enum cannot be used in the same transaction, nor can a table be altered while checks of its rows
 * are pending; and the lock table may be too small for all files.
 */
const needOwnTransaction = new Set(['55P04', '55006', '53200']);

/**
 * Runs all files in one transaction, so that a failure changes nothing; if that is not allowed, a warning is logged.
 */
export async function applyMigrationsInOneTransaction(
  client: Client,
  pending: readonly PendingMigration[],
  options: ApplyMigrationsOptions,
): Promise<void> {
  const { program, onWarning = () => {} } = options;
  let kept = 0;
  let transaction = await begin(client);
  for (const [index, { set, migration }] of pending.entries()) {
    try {
      await apply(client, set, migration, program);
    } catch (error) {
      await client.query('rollback').catch(() => {});
      await client.query(migrationSettingsSql).catch(() => {});
      const isSplit = await isCommitted(client, transaction);
      if (!isSplit && needOwnTransaction.has((error as { code?: string }).code ?? '')) {
        onWarning(
          `${migration.file} cannot share a transaction with the files before it (${(error as Error).message}): each file gets one of its own`,
        );
        return applyMigrationsSeparately(client, pending.slice(kept), options);
      }
      throw failedMigration(
        set,
        migration,
        error,
        describeKept(pending.slice(0, isSplit ? index : kept), isSplit),
      );
    }
    await client.query(migrationSettingsSql);
    if ((await readTransactionId(client)) === transaction) continue;
    onWarning(
      `${migration.file} has a transaction of its own: if a later file fails, what was applied up to here stays`,
    );
    kept = index + 1;
    await client.query('commit');
    transaction = await begin(client);
  }
  await client.query('commit');
}

function describeKept(files: readonly PendingMigration[], isPartial = false): string {
  const names = files.map(({ migration }) => migration.file);
  if (isPartial) names.push('a part of this one');
  return names.length > 0 ? `these stay applied: ${names.join(', ')}` : 'nothing was changed';
}

async function begin(client: Client): Promise<string> {
  await client.query('begin');
  return readTransactionId(client);
}

/**
 * Whether the shared transaction was committed, which means that the failed file contains a commit. False if the
 * connection was lost.
 */
async function isCommitted(client: Client, transaction: string): Promise<boolean> {
  try {
    const { rows } = await client.query<{ status: string }>(
      'select pg_xact_status($1::text::xid8) as status',
      [transaction],
    );
    return rows[0]?.status === 'committed';
  } catch {
    return false;
  }
}

function failedMigration(
  { source }: MigrationSet,
  { file, sql }: Migration,
  error: unknown,
  kept: string,
): SqlFileError {
  return new SqlFileError({ title: `Migration ${file}`, sql, isOwn: source !== 'backend' }, error, kept);
}

/**
 * Checks deferred constraints at the end of each file, so that the error names the file. The inner block is rolled
 * back, so that they stay deferred for the next file of the transaction.
 */
const checkConstraintsSql = `do $$ begin
  set constraints all immediate;
  raise exception using errcode = 'FLOK1';
exception when sqlstate 'FLOK1' then null;
end $$`;

async function apply(
  client: Client,
  set: MigrationSet,
  migration: Migration,
  program: string | undefined,
): Promise<void> {
  const { file, version, checksum } = migration;
  if (migration.problem) throw migration.problem;
  const sql = await readyText(client, set, migration);
  // As on hosted projects: names are looked up in public and extensions. An earlier file may have changed it for its
  // session.
  await client.query(`set search_path = "$user", public, extensions`);
  await runSqlScript(client, sql);
  await client.query(checkConstraintsSql);
  await client.query(
    'insert into backend.migrations (source, version, file, checksum, program) values ($1, $2, $3, $4, $5)',
    [set.source, version, file, checksum, program ?? null],
  );
}

/** The file's SQL without extensions that a dump names and this database lacks: most projects do not use them. */
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

/**
 * Extensions that dumps of hosted projects name, used or not. A pattern recognises that a file does use one, which
 * would otherwise fail later.
 */
const hosted: Record<string, RegExp | null> = {
  hypopg: null,
  index_advisor: null,
  pg_graphql: null,
  pg_net: /\bnet\s*\.\s*http_/i,
  pg_repack: null,
  pg_stat_monitor: null,
  pg_stat_statements: null,
  pgaudit: null,
  pgjwt: null,
  pgsodium: null,
  plpgsql_check: null,
  supabase_vault: null,
};

/** Begins a statement before the first object of a dump. */
const preamble =
  /^(?:set\b|select\s+pg_catalog\.set_config\b|(?:create|drop)\s+extension\b|create\s+schema\b|alter\s+schema\b|comment\s+on\s+(?:extension|schema)\b)/i;
const extension =
  /^(?:(?:create|drop)\s+extension(?:\s+if\s+(?:not\s+)?exists)?|comment\s+on\s+extension)\s+"?([\w-]+)"?/i;

interface SkippedExtensions {
  /** Removed statements leave their line breaks, so that line numbers stay the same. */
  sql: string;
  names: string[];
}

/** Only in the preamble of a dump, and only extensions that are neither available nor used. */
export function skipUnavailableExtensions(
  sql: string,
  isAvailable: (name: string) => boolean,
): SkippedExtensions {
  const names = new Set<string>();
  let kept = '';
  let keptEnd = 0;
  for (const { start, end } of findStatements(sql)) {
    const statement = sql.slice(start, end);
    if (!preamble.test(statement) || !statement.endsWith(';')) break;
    const name = extension.exec(statement)?.[1]?.toLowerCase();
    kept += sql.slice(keptEnd, start);
    keptEnd = end;
    if (name === undefined || isAvailable(name) || !isSpare(name, sql)) {
      kept += statement;
      continue;
    }
    names.add(name);
    kept += statement.replaceAll(/[^\n]/gu, ' ');
  }
  return { sql: kept + sql.slice(keptEnd), names: [...names] };
}

function isSpare(name: string, sql: string): boolean {
  const use = Object.hasOwn(hosted, name) ? hosted[name] : undefined;
  return use !== undefined && !use?.test(sql);
}
