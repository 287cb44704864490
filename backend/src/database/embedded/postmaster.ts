// Starts the PostgreSQL server process: waits until it is ready, logs recovery, truncates its log file.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import type { LogWriter } from '../../errors/log-entry.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { toClientConfig, type ConnectionParameters } from '../connection-parameters.ts';
import { stopPostmaster, killOnExit } from './end-process.ts';
import { explainDamagedLockFile, explainPostgresDiskError, explainPortInUse } from './folder-errors.ts';
import type { ClusterLocation } from './cluster-location.ts';

/** Longest time without any output; a server that reports progress may take as long as it needs. */
const silenceMs = 60_000;
const firstProgressMs = 2_000;
const progressEveryMs = 10_000;
const largestLogBytes = 5_000_000;
const trimEveryMs = 60_000;
/**
 * Memory of one session, on Linux only. A request can ask for deeply nested results; above this it fails with 53200
 * instead of using up the machine's memory, which would end the whole server.
 */
const maxMemoryKib = 384 * 1024;

/**
 * With setpriv (util-linux) the kernel ends the server together with us, even after kill -9; elsewhere an orphan runs
 * until the next start.
 */
const launcher = `
  ulimit -S -d ${maxMemoryKib} 2>/dev/null
  if setpriv --pdeathsig INT true 2>/dev/null; then exec setpriv --pdeathsig INT "$@"; fi
  exec "$@"`;

export function embeddedConnectionParameters(
  directory: Pick<ClusterLocation, 'socketFolder' | 'password'>,
): ConnectionParameters {
  return {
    host: directory.socketFolder,
    port: 5432,
    user: 'postgres',
    password: directory.password,
    database: 'postgres',
  };
}

/**
 * For a cluster that is being restored: sessions start no program that its catalog names, and resolve functions in
 * pg_catalog first.
 */
export const sessionOptionsDuringRestore =
  '-c search_path=pg_catalog -c event_triggers=off -c session_preload_libraries= -c local_preload_libraries= -c dynamic_library_path=$libdir';

export interface PostmasterOptions {
  log: LogWriter;
  /** PostgreSQL options of the sessions that test whether the server is ready. */
  sessionOptions?: string | undefined;
  signal?: AbortSignal;
}

/** Resolves once the server accepts a login. Logs the progress of a recovery. */
export async function startPostmaster(
  directory: ClusterLocation,
  settings: Record<string, string>,
  options: PostmasterOptions,
): Promise<ChildProcess> {
  const retryUntil = Date.now() + 10_000;
  for (;;) {
    const logged = truncateLargeLogFile(directory.log);
    const child = spawnPostmaster(directory, settings);
    const failure = await waitUntilReady(child, directory, logged, options).catch(async (error: unknown) => {
      await stopPostmaster(child);
      throw error;
    });
    if (failure === undefined) return child;
    await stopPostmaster(child);
    const portProblem = explainPortInUse(settings['port'], failure);
    if (portProblem) throw portProblem;
    // These errors are temporary: processes of a killed server need a moment to end.
    const passing = /lock file .* already exists|pre-existing shared memory block|another postmaster/i.test(
      failure,
    );
    if (!passing || Date.now() > retryUntil || options.signal?.aborted) {
      throw (
        explainPostgresDiskError(directory.folder, failure) ??
        explainDamagedLockFile(directory.cluster, failure) ??
        new StartupError(`The embedded database did not start: ${failure}`)
      );
    }
    await wait(200);
  }
}

/**
 * Callers can cause lines (sessions ended, out of memory), which must not fill the disk. The server appends, so it
 * continues at the start of the file. Returns where the next line begins.
 */
export function truncateLargeLogFile(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= largestLogBytes) return size;
  try {
    truncateSync(file);
    return 0;
  } catch {
    // The disk became read-only, which the server reports itself.
    return size;
  }
}

function spawnPostmaster(directory: ClusterLocation, settings: Record<string, string>): ChildProcess {
  const fixed = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: directory.socketFolder,
    unix_socket_permissions: '0700',
    fsync: 'on',
    // WAL that is kept for an unreachable archive or for a backup must not fill the disk.
    max_slot_wal_keep_size: '2GB',
    // Callers' errors would quote values and fill the disk; so would statements of terminated sessions.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // Detects that a client has disconnected while its statement runs.
    client_connection_check_interval: '2s',
    ...settings,
  };
  const log = openSync(directory.log, 'a', 0o600);
  try {
    const flags = Object.entries(fixed).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = [join(directory.binaries, 'bin', 'postgres'), '-D', directory.cluster, ...flags];
    const child = spawn('/bin/sh', ['-c', launcher, 'sh', ...server], {
      // A process group of its own: Ctrl+C must reach us first, so that requests end before their database.
      detached: true,
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...directory.account,
    });
    killOnExit(child, 'SIGINT');
    const trimming = setInterval(() => truncateLargeLogFile(directory.log), trimEveryMs).unref();
    child.once('exit', () => clearInterval(trimming));
    return child;
  } finally {
    closeSync(log);
  }
}

/** Undefined once it is ready, otherwise what the server wrote before it ended. */
async function waitUntilReady(
  child: ChildProcess,
  directory: ClusterLocation,
  logged: number,
  { log, signal, sessionOptions }: PostmasterOptions,
): Promise<string | undefined> {
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once(
    'exit',
    (code, by) => (ended ??= errorsIn(logSince(directory.log, logged)) || `it ended with ${by ?? code}`),
  );
  const begun = Date.now();
  let outputAt = begun;
  let progressAt = begun + firstProgressMs;
  while (Date.now() - outputAt < silenceMs) {
    if (ended !== undefined) return ended;
    if (signal?.aborted) return 'it was stopped';
    const state = await probe(directory, sessionOptions);
    const now = Date.now();
    if (state === 'ready') return undefined;
    if (state === 'starting') outputAt = now;
    if (state === 'starting' && now >= progressAt) {
      progressAt = now + progressEveryMs;
      log({
        level: 'info',
        event: 'database.recovering',
        message: progressIn(logSince(directory.log, logged)),
        durationMs: now - begun,
      });
    }
    // PostgreSQL logs every probe, so later ones are less frequent.
    await wait(now - begun < firstProgressMs ? 15 : 250);
  }
  return `it said nothing for ${silenceMs / 1000} seconds; see ${directory.log}`;
}

function logSince(file: string, start: number): string {
  try {
    return readFileSync(file).subarray(start).toString('utf8');
  } catch {
    return '';
  }
}

function errorsIn(text: string): string {
  const fatal = text
    .split('\n')
    .filter((line) => /(FATAL|PANIC|ERROR|HINT|DETAIL):|cannot|error while/.test(line));
  return fatal.join(' ') || text.trim();
}

/** The last line about the start, because rejected logins are logged too. */
function progressIn(text: string): string {
  const last = text.split('\n').findLast((line) => line.includes(' LOG:  '));
  return `The database is not ready yet: ${last?.split(' LOG:  ')[1] ?? 'it is starting'}`;
}

async function probe(
  directory: ClusterLocation,
  options: string | undefined,
): Promise<'ready' | 'starting' | 'silent'> {
  const connection = embeddedConnectionParameters(directory);
  const client = new Client(toClientConfig({ ...connection, ...(options && { options }) }));
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === '28P01') {
      throw new StartupError(
        `The password in database.json does not open the database in ${directory.cluster}`,
        {
          cause: error,
        },
      );
    }
    if (!(error instanceof DatabaseError)) return 'silent';
    // 57…: not accepting logins yet. Any other rejection, such as too many sessions, comes from a running server.
    return code.startsWith('57') ? 'starting' : 'ready';
  } finally {
    await client.end().catch(() => {});
  }
}
