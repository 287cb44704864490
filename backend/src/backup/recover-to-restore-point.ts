// Replays a backup's WAL up to its restore point, compares tables, disables programs run by sessions.
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ClientBase } from 'pg';
import { startEmbeddedServer } from '../database/embedded-server.ts';
import { StartupError } from '../errors/startup-error.ts';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import type { ClusterLocation } from '../database/embedded/cluster-location.ts';
import type { ArchiveManifest } from './archive-format.ts';
import { rejectChangedCatalog, type BuiltInRows } from './built-in-rows.ts';
import type { CodeCheck } from './inspect-program-code.ts';
import { checkSystemCatalog } from './program-code.ts';
import { withRestoredSession } from './with-restored-session.ts';
import { compareTableFingerprints, readTableFingerprints } from './table-fingerprints.ts';

/** What PostgreSQL does at the recovery target: after `pause`, a later start can replay further. */
type Action = 'promote' | 'pause';

export interface Recovery {
  dataDir: string;
  directory: ClusterLocation;
  /** Settings of the original that limit its capacity (unpack-archive.ts). */
  limits: Record<string, string>;
  builtIn: BuiltInRows;
  /** Compares what the database executes, before any table is read. */
  checkCode: CodeCheck | undefined;
}

/** What was found once the replay was complete. */
export interface Recovered {
  /** Names of what would have run at each connection to the database. */
  disabled: string[];
}

/** Replays the WAL that came with a backup up to its restore point, and compares every table there. */
export async function recoverToRestorePoint(
  recovery: Recovery,
  { restorePoint, tables }: NonNullable<ArchiveManifest['database']>,
  action: Action,
): Promise<Recovered> {
  const target = { recovery_target_name: restorePoint, recovery_target_action: action };
  const { recovered } = await runRecovery(recovery, target, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const differences = compareTableFingerprints(tables, await readTableFingerprints(client, tables));
    await client.query('rollback');
    if (differences.length > 0)
      throw new StartupError(`the restored database differs from the backup: ${differences.join('; ')}`);
  });
  return recovered;
}

/** Replays the WAL in pg_wal with these settings; `work` runs once PostgreSQL has reached the target. */
export async function runRecovery<Result>(
  { dataDir, directory, limits, builtIn, checkCode }: Recovery,
  settings: Record<string, string>,
  work: (client: Client) => Promise<Result>,
): Promise<{ result: Result; recovered: Recovered }> {
  // `restore_command` fails, because the WAL in pg_wal is complete. Subscriptions are off, and autovacuum too, which
  // would run functions of the archive.
  const alone = { restore_command: 'false', max_logical_replication_workers: '0', autovacuum: 'off' };
  // A login would call the functions of the catalog's indexes.
  const unchecked = { ignore_system_indexes: 'on' };
  const restore = { ...limits, ...alone, ...unchecked, ...settings };
  rejectChangedCatalog(directory.cluster, builtIn, false);
  const server = await startEmbeddedServer({ dataDir, restore });
  try {
    const action = settings['recovery_target_action'] ?? 'promote';
    if (action !== 'pause') await whenPromoted(server.connection);
    // Writes what was replayed to the files; before the end of the replay, PostgreSQL may leave that to later.
    await withRestoredSession(server.connection, (client) => client.query('checkpoint'));
    rejectChangedCatalog(directory.cluster, builtIn, action !== 'pause');
    const connection = {
      ...server.connection,
      options: `${server.connection.options ?? ''} -c ignore_system_indexes=off`,
    };
    return await withRestoredSession(connection, async (client) => {
      if (action === 'pause') await whenPaused(client);
      await checkSystemCatalog(client);
      const isPaused = action === 'pause';
      const disabled = isPaused ? [] : await disableSessionPrograms(client);
      // First, because to plan a query on a table calls functions of its indexes.
      await checkCode?.(client, connection, isPaused);
      return { result: await work(client), recovered: { disabled } };
    });
  } finally {
    await server.stop();
  }
}

/** Waits until the replay has ended; the server accepts reads even before that. Runs no query. */
async function whenPromoted(connection: ConnectionParameters): Promise<void> {
  while (await withRestoredSession(connection, async (_, isStandby) => isStandby)) await wait(100);
}

async function whenPaused(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ there: boolean }>(
      `select pg_is_in_recovery() and pg_get_wal_replay_pause_state() = 'paused' as there`,
    );
    if (rows[0]?.there) return;
    await wait(100);
  }
}

/** Finds what PostgreSQL runs or loads automatically, each with the statement that disables it. */
const found = `
  select 'the subscription ' || subname as name,
    format('update pg_subscription set subenabled = false where oid = %s', oid) as statement
  from pg_subscription where subenabled
  union all
  -- That of DATABASE_PORT is no finding: a start that opens the port makes it anew (direct-login.ts).
  select case when evtfoid = to_regprocedure('backend.note_direct_session()') then null else 'the event trigger ' || evtname end,
    format('alter event trigger %I disable', evtname)
  from pg_event_trigger where evtevent = 'login' and evtenabled <> 'D'
  union all
  select format('the setting %s of %s', setting.name, coalesce(role.rolname, 'all roles')),
    case when role.oid is null and db.oid is not null then format('alter database %I reset %I', db.datname, setting.name)
    else format('alter role %s%s reset %I', coalesce(quote_ident(role.rolname), 'all'),
      ' in database ' || quote_ident(db.datname), setting.name) end
  from pg_db_role_setting as stored
  cross join lateral (select split_part(unnest(stored.setconfig), '=', 1)) as setting (name)
  left join pg_authid as role on role.oid = stored.setrole
  left join pg_database as db on db.oid = stored.setdatabase
  where setting.name in ('session_preload_libraries', 'local_preload_libraries', 'dynamic_library_path')
    or (setting.name = 'search_path' and exists (
      select from unnest(stored.setconfig) as one where one ~ '^search_path=.*pg_catalog'))`;

/**
 * Disables what a restored database would run at the first connection, before an operator could inspect it. Returns
 * the names. Functions and triggers stay, because they run only when used; a restore names them (program-code.ts). A search path stays too, unless it names
 * pg_catalog, which may put functions of the archive before those of PostgreSQL.
 */
async function disableSessionPrograms(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string | null; statement: string }>(
    `select name, coalesce(statement, '') as statement from (${found}) as programs`,
  );
  for (const { statement } of rows) if (statement) await client.query(statement);
  return rows.flatMap(({ name }) => name ?? []);
}
