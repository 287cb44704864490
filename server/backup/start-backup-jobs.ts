// Starts nightly backups with the WAL archive; mails owners about backup problems.
import { stopWalArchiving } from '@fairlead/backend/backup';
import { clusterFolderOf, readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import type { ServerConfig } from '../settings/config.ts';
import { writeLog } from '../log/write-log.ts';
import { describeIncompleteBackupSetup } from './backup-setup.ts';
import {
  deleteWalArchiveStatus,
  readBackupStatus,
  isBackupLate,
  findWalArchiveProblem,
  recordTargetIsBack,
  type BackupStatus,
} from './backup-status.ts';
import { openBackupTarget } from './open-target.ts';
import { openKnownBackupTarget } from './target-identity.ts';
import { startWalArchiving } from './start-wal-archiving.ts';
import { startNightlyBackups } from './start-nightly-backups.ts';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * If BACKUP_TO and BACKUP_PASSPHRASE are set: starts nightly backups and, for an embedded database, the WAL archive.
 * Returns the function that stops them. Throws a ConfigError for an unusable BACKUP_TO.
 */
export async function startBackupJobs(
  config: ServerConfig,
  mailOwners: (problem: string) => Promise<void>,
  callLimit: AbortSignal,
): Promise<() => Promise<void>> {
  const { SUPABASE_URL, DATABASE_URL, BACKUP_TO, BACKUP_PASSPHRASE, DATA_DIR } = config;
  const connection = readEmbeddedConnectionParameters(DATA_DIR);
  const cluster = clusterFolderOf(DATA_DIR);
  const database =
    SUPABASE_URL || DATABASE_URL || !connection || !cluster ? undefined : { connection, cluster };
  const half = SUPABASE_URL ? undefined : describeIncompleteBackupSetup(config);
  if (half) writeLog({ level: 'error', event: 'backup.off', message: half });
  if (SUPABASE_URL || !BACKUP_TO || !BACKUP_PASSPHRASE) {
    if (database && (await stopWalArchiving(DATA_DIR, database.connection))) deleteWalArchiveStatus(DATA_DIR);
    return () => Promise.resolve();
  }
  openBackupTarget(config);
  const nightly = startNightlyBackups(config);
  const archive =
    database &&
    startWalArchiving({
      dataDir: DATA_DIR,
      database,
      open: () => openKnownBackupTarget(config),
      requestBackup: nightly.request,
      callLimit,
    });
  const endMails = mailBackupProblems(DATA_DIR, mailOwners);
  const endWatch = watchMissingTarget(config, nightly.retry);
  return async () => {
    endMails();
    endWatch();
    await nightly.stop();
    await archive?.stop();
  };
}

const watchEveryMs = 30_000;

/**
 * Once a target that was missing is back, the status says so, and the backup that failed is made. Returns the function
 * that ends this.
 */
export function watchMissingTarget(
  config: ServerConfig,
  retry: () => boolean,
  everyMs = watchEveryMs,
): () => void {
  let isOwed = false;
  async function check(): Promise<void> {
    if (readBackupStatus(config.DATA_DIR).failed?.isTarget) {
      await openKnownBackupTarget(config);
      if (recordTargetIsBack(config.DATA_DIR)) {
        writeLog({ level: 'info', event: 'backup.target_back' });
        isOwed = true;
      }
    }
    if (isOwed) isOwed = !retry();
  }
  // An error means that the target is still missing.
  const timer = setInterval(() => void check().catch(() => {}), everyMs).unref();
  return () => clearInterval(timer);
}

const dayMs = 24 * 60 * 60 * 1000;
const checkEveryMs = 10 * 60 * 1000;
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

/**
 * Checks every ten minutes whether owners must be mailed about a problem of the backups. The first check is ten
 * minutes after the start, when a missed nightly backup has had time to run. Returns the function that stops the
 * checks.
 */
function mailBackupProblems(dataDir: string, send: (problem: string) => Promise<void>): () => void {
  const file = join(dataDir, sentFile);
  const mails = createBackupProblemMailer({
    send,
    read: () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    write: (time) =>
      time === undefined ? rmSync(file, { force: true }) : writeFileSync(file, time, { mode: 0o600 }),
  });
  const timer = setInterval(() => {
    mails.check(describeBackupProblem(readBackupStatus(dataDir)), Date.now()).catch((error: unknown) => {
      writeLog({ level: 'error', event: 'backup.problem_not_mailed', message: (error as Error).message });
    });
  }, checkEveryMs).unref();
  return () => clearInterval(timer);
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
