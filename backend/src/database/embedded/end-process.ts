// Ends processes of PostgreSQL that a server started.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';
import type { ClusterLocation } from './cluster-location.ts';

/** After this time, a server that is shutting down gets an immediate shutdown. */
export const postmasterStopTimeoutMs = 20_000;

export function hasProcessEnded(child: ChildProcess): boolean {
  // Without a pid it never started.
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Fast shutdown: ends the sessions and waits until everything is written; after the limit, immediate shutdown. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (hasProcessEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const timeout = new AbortController();
  const slow = wait(postmasterStopTimeoutMs, 'slow', { signal: timeout.signal }).catch(() => 'ended');
  if ((await Promise.race([ended, slow])) === 'slow') {
    child.kill('SIGQUIT');
    await ended;
  }
  timeout.abort();
}

/** For the case that our process ends first: by a signal during the start, or an uncaught error. */
export function killOnExit(child: ChildProcess, signal: NodeJS.Signals): void {
  function kill(): void {
    child.kill(signal);
  }
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

const timeoutMs = 15_000;

/**
 * Stops a server that outlived the process that started it. The caller holds the folder's lock, so no one uses the
 * server. Another process may have its pid by now (after a reboot, in a new container): then only the pid file is
 * removed, because PostgreSQL would not start with it.
 */
export async function stopOrphanedPostmaster({ cluster, socketFolder }: ClusterLocation): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = readPid(file);
  if (pid !== undefined) {
    const kind = classify(pid, cluster);
    if (kind === 'unsure') return;
    if (kind === 'ours') await stop(pid, cluster);
    if (kind === 'foreign' || isZombie(pid)) rmSync(file, { force: true });
  }
  // Sockets and their lock files that were copied with the folder, or belong to a zombie: PostgreSQL would not start
  // with them.
  for (const name of readdirSync(socketFolder))
    if (name.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, name), { force: true });
}

async function stop(pid: number, cluster: string): Promise<void> {
  const begun = Date.now();
  while (classify(pid, cluster) === 'ours') {
    const waitedMs = Date.now() - begun;
    if (waitedMs > timeoutMs) {
      throw new StartupError(
        `A database left behind (process ${pid}) in ${cluster} does not stop: end that process`,
      );
    }
    signal(pid, waitedMs < timeoutMs / 2 ? 'SIGINT' : 'SIGQUIT');
    await wait(50);
  }
}

/** PostgreSQL mistakes a process that was not reaped for a running server. */
function isZombie(pid: number): boolean {
  try {
    // The name in brackets may contain anything.
    return /^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '');
  } catch {
    return false;
  }
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type ProcessKind = 'ours' | 'foreign' | 'gone' | 'unsure';

/** For `unsure`, PostgreSQL's own check of its pid file decides. */
function classify(pid: number, cluster: string): ProcessKind {
  const command = commandOf(pid);
  if (command.length === 0) return 'gone';
  if (basename(command[0] ?? '') !== 'postgres') return 'foreign';
  try {
    // A postmaster's working folder is its cluster, even after the folder was moved; the path in its command may belong
    // to a copy by now.
    return isSame(readlinkSync(`/proc/${pid}/cwd`), cluster) ? 'ours' : 'foreign';
  } catch {
    return isSame(command[command.indexOf('-D') + 1] ?? '', cluster) ? 'ours' : 'unsure';
  }
}

/** Empty if the process has ended or is a zombie. The embedded database exists only for Linux. */
function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}

function isSame(folder: string, cluster: string): boolean {
  try {
    return realpathSync(folder) === realpathSync(cluster);
  } catch {
    return false;
  }
}
