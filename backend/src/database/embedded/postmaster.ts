import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../../errors/startup-error.ts';
import { clientConfig } from '../connection.ts';
import type { DatabaseConnection } from '../connection.ts';
import { explainOutput } from './folder-errors.ts';
import type { Home } from './home.ts';
import { killOnExit } from './kill-on-exit.ts';

const startTimeoutMs = 60_000;
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

/** Starts the server and answers once it accepts a login. */
export async function startPostmaster(home: Home, settings: Record<string, string>): Promise<ChildProcess> {
  const deadline = Date.now() + startTimeoutMs;
  const retryUntil = Date.now() + 10_000;
  for (;;) {
    const logged = trimLog(home.log);
    const child = spawnPostmaster(home, settings);
    const failure = await becameReady(child, home, logged, deadline);
    if (failure === undefined) return child;
    // Processes of a killed server need a moment to be gone.
    const passing = /lock file .* already exists|pre-existing shared memory block|another postmaster/i.test(
      failure,
    );
    if (!passing || Date.now() > retryUntil) {
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
  truncateSync(file);
  return 0;
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

/** Answers undefined when ready, else what the server said before it ended. */
async function becameReady(
  child: ChildProcess,
  home: Home,
  logged: number,
  deadline: number,
): Promise<string | undefined> {
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once(
    'exit',
    (code, signal) => (ended ??= logSince(home.log, logged) || `it ended with ${signal ?? code}`),
  );
  while (Date.now() < deadline) {
    if (ended !== undefined) return ended;
    if (await answers(home)) return undefined;
    await wait(15);
  }
  child.kill('SIGQUIT');
  return `it was not ready after ${startTimeoutMs / 1000} seconds; see ${home.log}`;
}

function logSince(file: string, start: number): string {
  const text = readFileSync(file).subarray(start).toString('utf8');
  const fatal = text
    .split('\n')
    .filter((line) => /(FATAL|PANIC|ERROR|HINT|DETAIL):|cannot|error while/.test(line));
  return fatal.join(' ') || text.trim();
}

async function answers(home: Home): Promise<boolean> {
  const client = new Client(clientConfig(embeddedConnection(home)));
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new StartupError(`The password in database.json does not open the database in ${home.cluster}`, {
        cause: error,
      });
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
