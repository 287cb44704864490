// Replays a backup's WAL up to its restore point, compares tables, disables programs run by sessions.
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ClientBase } from 'pg';
import { startEmbeddedServer } from '../database/embedded-server.ts';
import { withClient } from '../database/database-client.ts';
import { StartupError } from '../errors/startup-error.ts';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import type { ArchiveManifest } from './archive-format.ts';
import type { FoundCode } from './inspect-program-code.ts';
import { checkSystemCatalog } from './program-code.ts';
import { compareTableFingerprints, readTableFingerprints } from './table-fingerprints.ts';

/** What PostgreSQL does at the recovery target: after `pause`, a later start can replay further. */
type Action = 'promote' | 'pause';

export interface Recovery {
  dataDir: string;
  /** Settings of the original that limit its capacity (unpack-archive.ts). */
  limits: Record<string, string>;
  /** Reads what the database executes, before it is used for the first time. */
  readCode: ((client: Client, connection: ConnectionParameters) => Promise<FoundCode>) | undefined;
}

/** What was found once the replay was complete. */
export interface Recovered {
  /** Names of what would have run at each connection to the database. */
  disabled: string[];
  code: FoundCode | undefined;
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
  { dataDir, limits, readCode }: Recovery,
  settings: Record<string, string>,
  work: (client: Client) => Promise<Result>,
): Promise<{ result: Result; recovered: Recovered }> {
  // `restore_command` fails, because the WAL in pg_wal is complete. Subscriptions are off, and autovacuum too, which
  // would run functions of the archive.
  const alone = { restore_command: 'false', max_logical_replication_workers: '0', autovacuum: 'off' };
  const restore = { ...limits, ...alone, ...settings };
  const server = await startEmbeddedServer({ dataDir, restore });
  try {
    return await withClient(server.connection, async (client) => {
      const action = settings['recovery_target_action'] ?? 'promote';
      await whenReplayed(client, action);
      await checkSystemCatalog(client);
      const result = await work(client);
      if (action === 'pause') return { result, recovered: { disabled: [], code: undefined } };
      const disabled = await disableSessionPrograms(client);
      return { result, recovered: { disabled, code: await readCode?.(client, server.connection) } };
    });
  } finally {
    await server.stop();
  }
}

/** Waits until the replay has ended; the server accepts reads even before that. */
async function whenReplayed(client: Client, action: string): Promise<void> {
  const isThere =
    action === 'pause'
      ? `select pg_is_in_recovery() and pg_get_wal_replay_pause_state() = 'paused' as there`
      : 'select not pg_is_in_recovery() as there';
  for (;;) {
    const { rows } = await client.query<{ there: boolean }>(isThere);
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
  left join pg_roles as role on role.oid = stored.setrole
  left join pg_database as db on db.oid = stored.setdatabase
  where setting.name in ('session_preload_libraries', 'local_preload_libraries', 'dynamic_library_path')
    or (setting.name = 'search_path' and stored.setconfig::text ~ 'search_path=[^"]*pg_catalog')`;

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
