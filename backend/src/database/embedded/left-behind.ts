import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../../errors/startup-error.ts';
import type { Home } from './home.ts';

const patienceMs = 15_000;

/**
 * Stops a server that a killed process of ours left behind. The caller holds the folder's lock, so nobody uses it.
 * Its pid file may also name a process that has nothing to do with it (after a reboot, in a new container): that
 * one is left alone and the file removed, since PostgreSQL itself would refuse to start.
 */
export async function stopLeftBehind({ cluster, socket }: Home): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = readPid(file);
  if (pid !== undefined) {
    const holder = identify(pid, cluster);
    if (holder === 'unsure') return;
    if (holder === 'ours') await stop(pid, cluster);
    if (holder === 'foreign' || isZombie(pid)) rmSync(file, { force: true });
  }
  // Copied with the folder, or of a process that is a zombie now: PostgreSQL would refuse these too.
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socket, name), { force: true });
}

async function stop(pid: number, cluster: string): Promise<void> {
  const begun = Date.now();
  while (identify(pid, cluster) === 'ours') {
    const waitedMs = Date.now() - begun;
    if (waitedMs > patienceMs) {
      throw new StartupError(
        `A database left behind (process ${pid}) in ${cluster} does not stop: end that process`,
      );
    }
    signal(pid, waitedMs < patienceMs / 2 ? 'SIGINT' : 'SIGQUIT');
    await wait(50);
  }
}

/** Whether a process has ended and only its parent has not looked: PostgreSQL takes such a number for a live server. */
function isZombie(pid: number): boolean {
  try {
    // The name in brackets may hold anything.
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

type Holder = 'ours' | 'foreign' | 'gone' | 'unsure';

/** Who has a process number now. Unsure is not acted upon: then PostgreSQL's own check of its pid file decides. */
function identify(pid: number, cluster: string): Holder {
  const words = commandOf(pid);
  if (words.length === 0) return 'gone';
  if (basename(words[0] ?? '') !== 'postgres') return 'foreign';
  try {
    // The working folder of a postmaster is its cluster, wherever that was moved to since. The path it was started
    // with may belong to a copy by now.
    return isSame(readlinkSync(`/proc/${pid}/cwd`), cluster) ? 'ours' : 'foreign';
  } catch {
    return isSame(words[words.indexOf('-D') + 1] ?? '', cluster) ? 'ours' : 'unsure';
  }
}

/** The words a process was started with; none when it is gone or a zombie. */
function commandOf(pid: number): string[] {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return line.trim().split(/\s+/).filter(Boolean);
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
