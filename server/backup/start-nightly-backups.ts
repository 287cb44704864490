// Schedules the nightly backup as a child process: next time, catch-up, retries after a failure.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ServerConfig } from '../config.ts';
import { writeLog } from '../log/write-log.ts';
import { programFile, projectRoot } from '../project-root.ts';
import { isBackupLate, readBackupStatus } from './backup-status.ts';

const lowPriority = 10;
/** Delay after a start, so that a server that was off at night catches up without slowing its first requests. */
const catchUpMs = 60_000;
/** Minimum time between two requested backups, because a request may have been made before the last backup ended. */
const requestPauseMs = 60_000;
/** Delay after a failure; doubles, up to a day. */
const failurePauseMs = 60 * 60 * 1000;
const longestPauseMs = 24 * failurePauseMs;

export interface NightlyBackups {
  /** Starts a backup now, unless one is running or was made a short time ago. */
  request(): void;
  /** Also stops a backup in progress. */
  stop(): Promise<void>;
}

/** The command prints this before the name of each backup that it deletes. */
export const deletedBackupLinePrefix = 'deleted, by BACKUP_KEEP: ';

function logDeletion(line: string): void {
  if (!line.startsWith(deletedBackupLinePrefix)) return;
  writeLog({ level: 'info', event: 'backup.deleted', message: line.slice(deletedBackupLinePrefix.length) });
}

/** Runs `./fairlead backup` in a separate process each night at BACKUP_AT. */
export function startNightlyBackups(config: ServerConfig, firstAfterMs = catchUpMs): NightlyBackups {
  const { BACKUP_AT, DATA_DIR } = config;
  const startedAt = performance.now();
  let running: ChildProcess | undefined;
  let begunAt = -Infinity;
  let failures = 0;
  let timer: NodeJS.Timeout;
  let isStopping = false;

  function schedule(): void {
    const delayMs = nextBackupTime(BACKUP_AT, new Date()).getTime() - Date.now();
    timer = setTimeout(() => void run().then(schedule), delayMs).unref();
  }

  async function run(): Promise<void> {
    if (running) return;
    const child = spawn(process.execPath, [programFile, 'backup', '--nightly'], {
      cwd: projectRoot,
      env: config.environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    createInterface(child.stdout).on('line', logDeletion);
    running = child;
    begunAt = performance.now();
    if (child.pid !== undefined) setPriority(child.pid, lowPriority);
    const [[code], errors] = await Promise.all([
      once(child, 'close') as Promise<[number]>,
      text(child.stderr),
    ]);
    running = undefined;
    failures = code === 0 ? 0 : failures + 1;
    if (code === 0) writeLog({ level: 'info', event: 'backup.finished', message: describe() });
    else if (!isStopping) writeLog({ level: 'error', event: 'backup.failed', message: errors.trim() });
  }

  function describe(): string {
    const { succeeded } = readBackupStatus(DATA_DIR);
    return `${succeeded?.file}, ${succeeded?.isVerified ? 'verified' : 'not verified'}`;
  }

  schedule();
  const catchUp = setTimeout(() => {
    if (isBackupLate(readBackupStatus(DATA_DIR))) void run();
  }, firstAfterMs).unref();
  return {
    request() {
      const now = performance.now();
      const pauseMs =
        failures === 0 ? requestPauseMs : Math.min(failurePauseMs * 2 ** (failures - 1), longestPauseMs);
      const isTime = now - startedAt > firstAfterMs && now - begunAt > pauseMs;
      if (isTime && !isStopping) void run();
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      clearTimeout(catchUp);
      if (running === undefined) return;
      const ended = once(running, 'close');
      running.kill('SIGTERM');
      await ended;
    },
  };
}

/** The next time after `now` when this machine's clock shows `time` (HH:MM), or later if a clock change skips it. */
export function nextBackupTime(time: string, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const next = new Date(now);
  next.setHours(hours, minutes, 0, 0);
  if (next <= now) {
    next.setDate(next.getDate() + 1);
    next.setHours(hours, minutes, 0, 0);
  }
  return next;
}
