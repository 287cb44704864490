// Detects how a pooler assigns sessions: to one client at a time (session mode), or to each client for a transaction or
// a statement.
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { withTimeout } from '../errors/call-all.ts';
import { StartupError } from '../errors/startup-error.ts';
import { isConnectionLoss } from './database-failure.ts';
import { toDatabaseClient, connectTimeoutMessage, type DatabaseClient } from './database-client.ts';
import type { LogWriter } from '../errors/log-entry.ts';

/** The most sessions of all roles: pools of the services, listeners, migrations and backups. */
export const maxDatabaseSessionsPerServer = 32;

/** "none": no pooler. */
export type PoolingMode = 'none' | 'session' | 'transaction' | 'statement';

/** Rounds of queries: enough to see whether a pooler shares sessions, even if it rotates them or has other clients. */
const rounds = 3;
const detectionMs = 15_000;
/** Timeout messages of our clients, and of pg's pools. */
const waitMessages = new RegExp(`^${connectTimeoutMessage}$|connection timeout$|^timeout exceeded when`);

/** `openSecond` is called only if there is a pooler; the clients stay open. */
export async function detectPooling(
  first: DatabaseClient,
  openSecond: () => Promise<DatabaseClient>,
): Promise<PoolingMode> {
  // The process id that a pooler names at login is not one of the server.
  if (first.loginPid === first.sessionPid) return 'none';
  const second = await openSecond();
  const seen = new Set([first.sessionPid]);
  for (let round = 0; round < rounds; round += 1) {
    seen.add(await readPid(first));
    try {
      await second.query('begin');
    } catch (error) {
      if (error instanceof DatabaseError || isConnectionLoss(error)) return 'statement';
      throw error;
    }
    // While this transaction holds one session, the first client must get another.
    const held = await readPid(second);
    // With a pool of only one session, the first client would have to wait.
    if (seen.has(held)) return 'transaction';
    seen.add(await readPid(first));
    await second.query('rollback');
    if (seen.size > 1) return 'transaction';
  }
  return 'session';
}

async function readPid(client: DatabaseClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

export const sessionPoolingAdvice =
  'use a pooler in session mode (pgbouncer: pool_mode = session for this database and its users; Supabase: port 5432), or the address of PostgreSQL itself';

/**
 * LISTEN, advisory locks, roles and settings belong to a session: in shared sessions they reach other clients, or none.
 */
export async function requireSessionPooling(
  first: DatabaseClient,
  openSecond: () => Promise<DatabaseClient>,
): Promise<void> {
  const pooling = await detectWithinTime(first, openSecond);
  if (pooling === 'none' || pooling === 'session') return;
  throw new StartupError(
    `The database is behind a pooler in ${pooling} mode (as pgbouncer's pool_mode = ${pooling}), which shares sessions between clients, and this server needs sessions of its own: ${sessionPoolingAdvice}`,
  );
}

/** A pooler with too few sessions makes a client wait, by default for two minutes. */
async function detectWithinTime(
  first: DatabaseClient,
  openSecond: () => Promise<DatabaseClient>,
): Promise<PoolingMode> {
  try {
    const detection = detectPooling(first, openSecond);
    return await withTimeout(detection, detectionMs, () => new Error(connectTimeoutMessage));
  } catch (error) {
    if (!waitMessages.test((error as Error).message)) throw error;
    throw new StartupError(
      `The pooler in front of the database has no second session free within ${detectionMs / 1000} s, and this server needs up to ${maxDatabaseSessionsPerServer}: raise its limit (pgbouncer: default_pool_size, or pool_size of this database) or use the address of PostgreSQL itself`,
      { cause: error },
    );
  }
}

/** Checks again for another role, because a pooler may use a different mode for it. */
export async function requireSessionPoolingForPool(pool: Pool): Promise<void> {
  const taken: PoolClient[] = [];
  async function take(): Promise<DatabaseClient> {
    const client = await pool.connect();
    taken.push(client);
    return toDatabaseClient(client);
  }
  try {
    await requireSessionPooling(await take(), take);
  } finally {
    for (const client of taken) client.release();
  }
}

/** Warns if the session user is not `authenticator`, which projects check for in guards. */
export async function warnAboutSessionUser(callerPool: Pool, log: LogWriter): Promise<void> {
  const { rows } = await callerPool.query<{ name: string }>('select session_user::text as name');
  const name = rows[0]?.name;
  if (name === 'authenticator') return;
  log({
    level: 'warn',
    event: 'database.session_user',
    message: `session_user of API calls is ${name}, not authenticator, because the login of the database may not set the password of that role or it has one already: a function that checks session_user = 'authenticator' lets everybody pass`,
  });
}
