import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ServerConfig } from '../settings/config.ts';
import { hideSecrets } from '../log/hide-secrets.ts';
import { writeLog } from '../log/write-log.ts';
import { programFile, projectRoot } from '../project-root.ts';
import { isBackupLate, readBackupStatus, recordFailedBackup } from '../backup/backup-status.ts';
import { nextBackupTime } from '../backup/next-backup-time.ts';
import { deletedBackupLinePrefix } from '../backup/remove-expired.ts';
import { startJob, type Job } from './start-job.ts';

export const backUpNightly: Job = {
  name: 'back-up-nightly',
  what: 'makes a backup at `BACKUP_AT`, in a process of its own; a missed one a minute after the start',
  everyMs: 24 * 60 * 60 * 1000,
  runsAtStart: false,
  wokenBy: 'a gap in the log, or a target that is back',
  failure: { level: 'error', event: 'backup.failed', repeatMs: 0 },
  metrics: [
    'fairlead_backup_failed',
    'fairlead_backup_last_success_timestamp_seconds',
    'fairlead_backup_verified',
  ],
};

const lowPriority = 10;
/** Delay after a start, so that a server that was off at night catches up without slowing its first requests. */
const catchUpMs = 60_000;
/** Minimum time between two requested backups, because a request may have been made before the last backup ended. */
const requestPauseMs = 60_000;
/** Delay after a failure; doubles, up to a day. */
const failurePauseMs = 60 * 60 * 1000;
const longestPauseMs = 24 * failurePauseMs;

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
export function startNightlyBackups(config: ServerConfig, firstAfterMs = catchUpMs) {
  const { BACKUP_AT, DATA_DIR } = config;
  const startedAt = performance.now();
  let running: ChildProcess | undefined;
  let begunAt = -Infinity;
  let failures = 0;
  let isStopping = false;
  let isRequested = false;
  let dueAt = nextBackupTime(BACKUP_AT, new Date());
  /** Whether it is known if a backup was missed before the start. */
  let hasCaughtUp = false;

  function waitMs(): number {
    const untilDue = dueAt.getTime() - Date.now();
    const untilCatchUp = hasCaughtUp ? Infinity : startedAt + firstAfterMs - performance.now();
    return Math.max(0, Math.min(untilDue, untilCatchUp));
  }

  function isWanted(): boolean {
    const isCatchUp = !hasCaughtUp && performance.now() - startedAt >= firstAfterMs;
    const isDue = isRequested || Date.now() >= dueAt.getTime();
    isRequested = false;
    hasCaughtUp ||= isCatchUp;
    return isDue || (isCatchUp && isBackupLate(readBackupStatus(DATA_DIR)));
  }

  async function run(): Promise<void> {
    if (!isWanted()) return;
    begunAt = performance.now();
    const begunMs = Date.now();
    const problem = await runProcess().catch((error: unknown) => (error as Error).message);
    running = undefined;
    // If its time came during this one, it is not made a second time.
    dueAt = nextBackupTime(BACKUP_AT, new Date());
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
    throw new Error(problem);
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

  const job = startJob(backUpNightly, run, { waitMs });

  function startAfter(pauseMs: number): boolean {
    const now = performance.now();
    const isTime = now - startedAt > firstAfterMs && now - begunAt > pauseMs;
    if (!isTime || isStopping || running) return false;
    isRequested = true;
    job.wake();
    return true;
  }

  return {
    /** Starts a backup now, unless one is running or was made a short time ago. */
    request() {
      startAfter(
        failures === 0 ? requestPauseMs : Math.min(failurePauseMs * 2 ** (failures - 1), longestPauseMs),
      );
    },
    /** The same once the cause of a failure is gone, without the pause after failures. Returns whether it starts one. */
    retry: () => startAfter(requestPauseMs),
    /** Also stops a backup in progress. */
    async stop() {
      isStopping = true;
      running?.kill('SIGTERM');
      await job.stop();
    },
  };
}
