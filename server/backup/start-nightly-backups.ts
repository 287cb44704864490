// Schedules the nightly backup as a child process: next time, catch-up, retries after a failure.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ServerConfig } from '../settings/config.ts';
import { hideSecrets } from '../log/hide-secrets.ts';
import { writeLog } from '../log/write-log.ts';
import { programFile, projectRoot } from '../project-root.ts';
import { isBackupLate, readBackupStatus, recordFailedBackup } from './backup-status.ts';

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
  /** The same once the cause of a failure is gone, without the pause after failures. Returns whether it starts one. */
  retry(): boolean;
  /** Also stops a backup in progress. */
  stop(): Promise<void>;
}

/** The command prints this before the name of each backup that it deletes. */
export const deletedBackupLinePrefix = 'deleted, by BACKUP_KEEP: ';

function logDeletion(line: string): void {
  if (!line.startsWith(deletedBackupLinePrefix)) return;
  writeLog({ level: 'info', event: 'backup.deleted', message: line.slice(deletedBackupLinePrefix.length) });
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, lowPriority);
  } catch {
    // It has ended already, or the system does not allow it.
  }
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
    begunAt = performance.now();
    const begunMs = Date.now();
    const problem = await runProcess().catch((error: unknown) => (error as Error).message);
    running = undefined;
    failures = problem === undefined ? 0 : failures + 1;
    if (problem === undefined)
      return writeLog({ level: 'info', event: 'backup.finished', message: describe() });
    if (isStopping) return;
    // A process that was killed, or never started, has recorded nothing.
    const { failed } = readBackupStatus(DATA_DIR);
    if (failed === undefined || Date.parse(failed.at) < begunMs)
      recordFailedBackup(DATA_DIR, {
        message: hideSecrets(problem.replaceAll(/\s*\n\s*/g, ' ').slice(0, 500)),
      });
    writeLog({ level: 'error', event: 'backup.failed', message: problem });
  }

  /** Resolves to what went wrong; undefined for a good backup. */
  async function runProcess(): Promise<string | undefined> {
    const child = spawn(process.execPath, [programFile, 'backup', '--nightly'], {
      cwd: projectRoot,
      env: config.environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running = child;
    createInterface(child.stdout).on('line', logDeletion);
    const ended = Promise.all([
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
      text(child.stderr),
    ]);
    lowerPriority(child);
    const [[code, signal], errors] = await ended;
    if (code === 0) return undefined;
    return errors.trim() || `the process of the backup ended early (${signal ?? `exit code ${code}`})`;
  }

  function describe(): string {
    const { succeeded } = readBackupStatus(DATA_DIR);
    return `${succeeded?.file}, ${succeeded?.isVerified ? 'verified' : 'not verified'}`;
  }

  schedule();
  const catchUp = setTimeout(() => {
    if (isBackupLate(readBackupStatus(DATA_DIR))) void run();
  }, firstAfterMs).unref();

  function startAfter(pauseMs: number): boolean {
    const now = performance.now();
    const isTime = now - startedAt > firstAfterMs && now - begunAt > pauseMs;
    if (!isTime || isStopping || running) return false;
    void run();
    return true;
  }

  return {
    request() {
      startAfter(
        failures === 0 ? requestPauseMs : Math.min(failurePauseMs * 2 ** (failures - 1), longestPauseMs),
      );
    },
    retry: () => startAfter(requestPauseMs),
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
