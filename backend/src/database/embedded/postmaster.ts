import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import type { Log } from '../../errors/log-entry.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { clientConfig } from '../connection.ts';
import type { DatabaseConnection } from '../connection.ts';
import { endPostmaster } from './end-postmaster.ts';
import { explainOutput } from './folder-errors.ts';
import type { Home } from './home.ts';
import { killOnExit } from './kill-on-exit.ts';

/** How long it may say nothing at all; one that says it is starting may take as long as it needs. */
const silenceMs = 60_000;
const firstProgressMs = 2_000;
const progressEveryMs = 10_000;
const largestLogBytes = 5_000_000;
const trimEveryMs = 60_000;
/**
 * What one session may hold. One request of a visitor can ask for rows of rows of rows; past this it is refused with
 * an error of its own (53200), where the machine running out would end the whole server. Held on Linux alone.
 */
const mostMemoryKib = 384 * 1024;

/**
 * Starts the server in its own place, under its bound of memory. Where setpriv is there (util-linux), the kernel tells
 * it to end when we end, kill -9 included; elsewhere one that was left behind runs on until the next start.
 */
const launcher = `
  ulimit -S -d ${mostMemoryKib} 2>/dev/null
  if setpriv --pdeathsig INT true 2>/dev/null; then exec setpriv --pdeathsig INT "$@"; fi
  exec "$@"`;

/** How the owner reaches the server of a home. */
export function embeddedConnection(home: Pick<Home, 'socket' | 'password'>): DatabaseConnection {
  return { host: home.socket, port: 5432, user: 'postgres', password: home.password, database: 'postgres' };
}

export interface Starting {
  log: Log;
  /** Gives up: the server is ended again. */
  signal?: AbortSignal;
}

/** Starts the server and returns once it accepts a login. Logs how a recovery is getting on. */
export async function startPostmaster(
  home: Home,
  settings: Record<string, string>,
  starting: Starting,
): Promise<ChildProcess> {
  const retryUntil = Date.now() + 10_000;
  for (;;) {
    const logged = trimLog(home.log);
    const child = spawnPostmaster(home, settings);
    const failure = await becameReady(child, home, logged, starting).catch(async (error: unknown) => {
      await endPostmaster(child);
      throw error;
    });
    if (failure === undefined) return child;
    await endPostmaster(child);
    // Processes of a killed server need a moment to be gone.
    const passing = /lock file .* already exists|pre-existing shared memory block|another postmaster/i.test(
      failure,
    );
    if (!passing || Date.now() > retryUntil || starting.signal?.aborted) {
      throw (
        explainOutput(home.folder, failure) ??
        new StartupError(`The embedded database did not start: ${failure}`)
      );
    }
    await wait(200);
  }
}

/**
 * Empties a log that has grown large: what callers provoke (sessions ended, memory refused) must not fill the disk.
 * The server appends, so it goes on from the start. Answers where the next line will begin.
 */
export function trimLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= largestLogBytes) return size;
  try {
    truncateSync(file);
    return 0;
  } catch {
    // On a disk that became read-only; the server says what is wrong.
    return size;
  }
}

function spawnPostmaster(home: Home, settings: Record<string, string>): ChildProcess {
  const fixed = {
    listen_addresses: '',
    unix_socket_directories: home.socket,
    unix_socket_permissions: '0700',
    fsync: 'on',
    // Mistakes of callers stay out of the log: they quote their values, and would fill the disk.
    log_min_messages: 'log',
    // Nor the statements of sessions that are ended because their caller went away.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // Notices a caller that is gone while its statement runs.
    client_connection_check_interval: '2s',
    ...settings,
  };
  const log = openSync(home.log, 'a', 0o600);
  try {
    const options = Object.entries(fixed).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = [join(home.binaries, 'bin', 'postgres'), '-D', home.cluster, '-p', '5432', ...options];
    const child = spawn('/bin/sh', ['-c', launcher, 'sh', ...server], {
      // A group of its own: Ctrl+C must reach us first, so that requests end before their database does.
      detached: true,
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...home.account,
    });
    killOnExit(child, 'SIGINT');
    const trimming = setInterval(() => trimLog(home.log), trimEveryMs).unref();
    child.once('exit', () => clearInterval(trimming));
    return child;
  } finally {
    closeSync(log);
  }
}

/** Returns undefined when ready, else what the server said before it ended. */
async function becameReady(
  child: ChildProcess,
  home: Home,
  logged: number,
  { log, signal }: Starting,
): Promise<string | undefined> {
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once(
    'exit',
    (code, by) => (ended ??= mistakesIn(logSince(home.log, logged)) || `it ended with ${by ?? code}`),
  );
  const begun = Date.now();
  let spokeAt = begun;
  let progressAt = begun + firstProgressMs;
  while (Date.now() - spokeAt < silenceMs) {
    if (ended !== undefined) return ended;
    if (signal?.aborted) return 'it was stopped';
    const state = await askState(home);
    const now = Date.now();
    if (state === 'ready') return undefined;
    if (state === 'starting') spokeAt = now;
    if (state === 'starting' && now >= progressAt) {
      progressAt = now + progressEveryMs;
      log({
        level: 'info',
        event: 'database.recovering',
        message: progressIn(logSince(home.log, logged)),
        durationMs: now - begun,
      });
    }
    // Each try is a line in its log.
    await wait(now - begun < firstProgressMs ? 15 : 250);
  }
  return `it said nothing for ${silenceMs / 1000} seconds; see ${home.log}`;
}

function logSince(file: string, start: number): string {
  try {
    return readFileSync(file).subarray(start).toString('utf8');
  } catch {
    return '';
  }
}

function mistakesIn(text: string): string {
  const fatal = text
    .split('\n')
    .filter((line) => /(FATAL|PANIC|ERROR|HINT|DETAIL):|cannot|error while/.test(line));
  return fatal.join(' ') || text.trim();
}

/** What the server last said of its start; each refused login is a line as well. */
function progressIn(text: string): string {
  const said = text.split('\n').findLast((line) => line.includes(' LOG:  '));
  return `The database is not ready yet: ${said?.split(' LOG:  ')[1] ?? 'it is starting'}`;
}

async function askState(home: Home): Promise<'ready' | 'starting' | 'silent'> {
  const client = new Client(clientConfig(embeddedConnection(home)));
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === '28P01') {
      throw new StartupError(`The password in database.json does not open the database in ${home.cluster}`, {
        cause: error,
      });
    }
    if (!(error instanceof DatabaseError)) return 'silent';
    // It lets nobody in yet, or not for now; any other refusal, such as too many sessions, is one of a server that runs.
    return code.startsWith('57') ? 'starting' : 'ready';
  } finally {
    await client.end().catch(() => {});
  }
}
