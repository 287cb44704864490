// Doctor check of a running database: sessions, unsafe settings, pending migrations.
import { formatCommandLine } from '@fairlead/backend/errors';
import { join } from 'node:path';
import {
  type ConnectionParameters,
  toClientConfig,
  readMigrations,
  createPool,
  DatabaseClient,
  detectPooling,
  sessionPoolingAdvice,
  maxDatabaseSessionsPerServer,
} from '@fairlead/backend/database';
import { projectRoot } from '../project-root.ts';
import { isReadOnly } from './check-data-folder.ts';
import type { DoctorFinding } from '../probes/doctor-finding.ts';

type Pool = ReturnType<typeof createPool>;

/** For a running database; reads only. `dataDir` is that of an embedded one. */
export async function checkDatabase(
  connection: ConnectionParameters,
  dataDir?: string,
): Promise<DoctorFinding[]> {
  const pool = createPool(connection, { max: 1 });
  try {
    return [
      ...(await checkDatabaseSessions(connection)),
      ...(await checkSettings(pool)),
      ...(await checkMigrations(pool)),
    ];
  } catch (error) {
    const finding = `it does not respond (${(error as Error).message})`;
    return [{ what: 'database', finding, fix: chooseFix(dataDir, error as Error) }];
  } finally {
    await pool.end();
  }
}

function chooseFix(dataDir: string | undefined, { message }: Error): string {
  if (dataDir === undefined) return 'check DATABASE_URL, and the log of that database';
  if (isReadOnly(dataDir) || /read-only file system/i.test(message))
    return 'its file system is read-only: see the finding about the data folder';
  return `see its log, ${join(dataDir, 'postgres.log')}`;
}

async function checkSettings(pool: Pool): Promise<DoctorFinding[]> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    `select name, setting as value from pg_settings where name in ('fsync', 'full_page_writes') and setting <> 'on'`,
  );
  return rows.map(({ name, value }) => ({
    what: 'database',
    finding: `${name} is ${value}: a power cut can destroy it`,
    fix: `alter system set ${name} = on; then start it again`,
  }));
}

async function checkMigrations(pool: Pool): Promise<DoctorFinding[]> {
  const { rows: tables } = await pool.query<{ name: string | null }>(
    `select to_regclass('backend.migrations')::text as name`,
  );
  if (tables[0]?.name == null)
    return [
      {
        what: 'database',
        finding: 'it is empty: no server has been started with it yet',
        fix: `check DATABASE_URL, then: ${formatCommandLine('start')}`,
      },
    ];
  const files = await readMigrations(join(projectRoot, 'supabase', 'migrations'));
  const { rows } = await pool.query<{ version: string; file: string; checksum: string }>(
    `select version, file, checksum from backend.migrations where source = 'project' order by length(version), version`,
  );
  const applied = new Set(rows.map(({ checksum }) => checksum));
  const newest = files.at(-1)?.version ?? '';
  const pending = files.filter(({ checksum }) => !applied.has(checksum)).map(({ file }) => file);
  // Unknown older versions are not reported, because a base migration has replaced them.
  const newer = rows.filter(({ version }) => version > newest).map(({ file }) => file);
  const known = new Set(files.map(({ file }) => file));
  const former = rows.find(({ file }) => file.endsWith('_unreleased.sql') && !known.has(file));
  if (former)
    return [
      {
        what: 'migrations',
        finding: `the database has another form of the unreleased migration (${former.file})`,
        fix: `stop the server, then: ${formatCommandLine('rebuild-database')}, which keeps its rows and makes a restore point`,
      },
    ];
  const findings: DoctorFinding[] = [];
  if (pending.length > 0)
    findings.push({
      what: 'migrations',
      finding: `${pending.length} are not applied yet, starting with ${pending[0]}`,
      fix: `restart the server on this version: ${formatCommandLine('start')} applies them`,
    });
  if (newer.length > 0)
    findings.push({
      what: 'migrations',
      finding: `the database belongs to a newer version: ${newer[0]} is unknown here`,
      fix: 'use the newer version',
    });
  return findings;
}

/** Whether the database, or the pooler in front of it, provides the sessions that a server needs. */
export async function checkDatabaseSessions(connection: ConnectionParameters): Promise<DoctorFinding[]> {
  const clients = [
    new DatabaseClient(toClientConfig(connection)),
    new DatabaseClient(toClientConfig(connection)),
  ];
  const [first, second] = clients as [DatabaseClient, DatabaseClient];
  try {
    await first.connect();
    const pooling = await detectPooling(first, async () => {
      await second.connect();
      return second;
    });
    return [...judgePooling(pooling), ...(await checkLimits(first))];
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

function judgePooling(pooling: Awaited<ReturnType<typeof detectPooling>>): DoctorFinding[] {
  if (pooling === 'none' || pooling === 'session') return [];
  const finding = `it is behind a pooler in ${pooling} mode, which shares sessions between clients: the server will not start`;
  return [{ what: 'pooler', finding, fix: sessionPoolingAdvice }];
}

interface Limits {
  database: string;
  sessions: number;
  foldsLetters: boolean;
}

async function checkLimits(client: DatabaseClient): Promise<DoctorFinding[]> {
  // A limit of -1 means unlimited.
  const { rows } = await client.query<Limits>(
    `select datname as database, lower('\u00c9') = '\u00e9' as "foldsLetters", least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
       nullif(datconnlimit, -1), (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user)
     ) as sessions
     from pg_database where datname = current_database()`,
  );
  const findings: DoctorFinding[] = [];
  const { database, sessions, foldsLetters } = rows[0] ?? {
    database: '',
    sessions: Number.POSITIVE_INFINITY,
    foldsLetters: true,
  };
  if (sessions < maxDatabaseSessionsPerServer)
    findings.push({
      what: 'connections',
      finding: `it allows ${sessions} sessions, and a server needs up to ${maxDatabaseSessionsPerServer}: under load, requests would wait and fail`,
      fix: `raise max_connections (postgresql.conf), or the limit of the database or of its login (alter … connection limit), to more than ${maxDatabaseSessionsPerServer} for each server`,
    });
  if (!foldsLetters)
    findings.push({
      what: 'locale',
      finding: `the database ${database} does not know letters beyond ASCII (locale C): a search for é does not find É`,
      fix: `move it to one created with: create database NAME template template0 lc_ctype 'C.UTF-8'`,
    });
  return findings;
}
