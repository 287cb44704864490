import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findWalArchiveProblem,
  isBackupLate,
  readBackupStatus,
  type BackupStatus,
} from '../backup/backup-status.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const mailBackupProblems: Job = {
  name: 'mail-backup-problems',
  what: 'emails owners about a problem of the backups, at most once a day',
  everyMs: 10 * 60 * 1000,
  runsAtStart: false,
  failure: { level: 'error', event: 'backup.problem_not_mailed', repeatMs: 0 },
  metrics: [],
};

const dayMs = 24 * 60 * 60 * 1000;
const sentFile = 'backup-problem-mailed';

interface ProblemMailOptions {
  send: (problem: string) => Promise<void>;
  /** When the last mail was sent, ISO 8601; undefined while there is no problem. */
  read: () => string | undefined;
  write: (time: string | undefined) => void;
}

/** Sends a mail when there is a problem, and again every day while there is one, even if it is another problem. */
export function createBackupProblemMailer({ send, read, write }: ProblemMailOptions) {
  return {
    async check(problem: string | undefined, now: number): Promise<void> {
      const last = read();
      if (problem === undefined) {
        if (last !== undefined) write(undefined);
        return;
      }
      if (last !== undefined && Math.abs(now - Date.parse(last)) < dayMs) return;
      await send(problem);
      write(new Date(now).toISOString());
    },
  };
}

/** The first check is an interval after the start, when a missed nightly backup has had time to run. */
export function startBackupProblemMails(
  dataDir: string,
  send: (problem: string) => Promise<void>,
): RunningJob {
  const file = join(dataDir, sentFile);
  const mails = createBackupProblemMailer({
    send,
    read: () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    write: (time) =>
      time === undefined ? rmSync(file, { force: true }) : writeFileSync(file, time, { mode: 0o600 }),
  });
  return startJob(mailBackupProblems, () =>
    mails.check(describeBackupProblem(readBackupStatus(dataDir)), Date.now()),
  );
}

/** A shorter failure is only a brief interruption of the network. */
const logFailsAfterMs = 10 * 60 * 1000;

/** What is wrong with the backups, as sentences for owners; undefined if nothing is. */
export function describeBackupProblem(status: BackupStatus, now = Date.now()): string | undefined {
  const { succeeded, failed } = status;
  const last = succeeded
    ? `The last good backup is from ${succeeded.at}: ${succeeded.file}`
    : 'No backups yet.';
  if (failed) return `The backup at ${failed.at} failed: ${failed.message}\n\n${last}`;
  if (isBackupLate(status, now)) return `The nightly backup is overdue.\n\n${last}`;
  const failing = findWalArchiveProblem(status, now);
  if (failing && (failing.isTarget || now - Date.parse(failing.since) > logFailsAfterMs))
    return `New changes have not been backed up since ${failing.since}: ${failing.message}\n\n${last}`;
  return undefined;
}
