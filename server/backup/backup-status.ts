// Stores the status of backups and of the WAL archive in the data folder; detects late backups.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '@fairlead/backend/embedded';
import { explainUnreadableFile } from '@fairlead/backend/errors';

interface BackupFailure {
  at: string;
  message: string;
  /** Whether the problem is that the target is missing, or is not the one that this site backs up to. */
  isTarget?: boolean;
}

export interface WalArchiveProblem {
  since: string;
  message: string;
  /** Whether the problem is that the target is missing, or is not the one that this site backs up to. */
  isTarget?: boolean;
}

export interface WalArchiveStatus {
  /** Everything written up to this time is in the target; absent before the first copy. */
  reachesTo?: string;
  /** Only while the target cannot be reached, or rejects what is written. */
  failing?: WalArchiveProblem;
  /** A gap in the archived WAL; set until a newer backup covers what comes after the gap. */
  gap?: WalArchiveProblem;
}

/**
 * The last success and failure of the backups of a data folder; stored beside the database, because a backup can fail
 * together with it. Times are ISO 8601.
 */
export interface BackupStatus {
  /** The last successful one is kept while newer ones fail. */
  succeeded?: {
    at: string;
    file: string;
    bytes: number;
    /** Whether it was restored into a temporary folder and compared. */
    isVerified: boolean;
    /** Why it was not verified, or why no page was rendered from it; absent if both were done. */
    unproven?: string;
    /** The WAL archive that continues the backup; absent without one. */
    stream?: string;
  };
  /** Only while it is newer than the last success. */
  failed?: BackupFailure;
  /** Only if the WAL is archived; stored in its own file, because the server writes it. */
  log?: WalArchiveStatus;
}

/** A nightly backup that is older than this is late. */
export const lateAfterMs = 26 * 60 * 60 * 1000;

const statusFile = 'backup-result.json';
const walStatusFile = 'log-archive-result.json';

export function readBackupStatus(dataDir: string): BackupStatus {
  try {
    const status = readJson<BackupStatus>(dataDir, statusFile) ?? {};
    const log = readJson<WalArchiveStatus>(dataDir, walStatusFile);
    return log ? { ...status, log } : status;
  } catch (error) {
    // A status that cannot be read is a problem, not a site without backups.
    return { failed: { at: new Date().toISOString(), message: (error as Error).message } };
  }
}

export function recordBackupStatus(dataDir: string, { succeeded, failed }: BackupStatus): void {
  writeJson(dataDir, statusFile, { ...(succeeded && { succeeded }), ...(failed && { failed }) });
}

/** Keeps the last success. Does nothing if the folder is missing or full: the error itself is printed or logged. */
export function recordFailedBackup(dataDir: string, failure: Omit<BackupFailure, 'at'>): void {
  try {
    const { succeeded } = readBackupStatus(dataDir);
    const failed = { at: new Date().toISOString(), ...failure };
    recordBackupStatus(dataDir, { ...(succeeded && { succeeded }), failed });
  } catch {
    // Described above.
  }
}

/** After this, the failure is no longer one of the target, which is back. Returns whether it was one. */
export function recordTargetIsBack(dataDir: string): boolean {
  const { succeeded, failed } = readBackupStatus(dataDir);
  if (failed?.isTarget !== true) return false;
  const { isTarget: _, ...others } = failed;
  recordBackupStatus(dataDir, { ...(succeeded && { succeeded }), failed: others });
  return true;
}

export function recordWalArchiveStatus(dataDir: string, status: WalArchiveStatus): void {
  writeJson(dataDir, walStatusFile, status);
}

export function deleteWalArchiveStatus(dataDir: string): void {
  rmSync(join(dataDir, walStatusFile), { force: true });
}

export function isBackupLate({ succeeded }: BackupStatus, now = Date.now()): boolean {
  if (succeeded === undefined) return true;
  const age = now - Date.parse(succeeded.at);
  // A time in the future means that the clock was set back.
  return age > lateAfterMs || age < -lateAfterMs;
}

/** Whether BACKUP_TO is not the target that this site backs up to: nothing is written there. */
export function hasBackupTargetProblem({ failed, log }: BackupStatus): boolean {
  return failed?.isTarget === true || log?.failing?.isTarget === true;
}

/** After this time without a copy, the target counts as unresponsive, which a network folder may be. */
const silentAfterMs = 30 * 60 * 1000;

/** Undefined while the WAL is copied. */
export function findWalArchiveProblem(
  { log }: BackupStatus,
  now = Date.now(),
): WalArchiveProblem | undefined {
  if (!log || log.failing || log.gap) return log?.failing ?? log?.gap;
  const { reachesTo } = log;
  if (reachesTo === undefined || now - Date.parse(reachesTo) < silentAfterMs) return undefined;
  return { since: reachesTo, message: 'the target does not respond, or is too slow: check BACKUP_TO' };
}

function readJson<Content>(dataDir: string, name: string): Content | undefined {
  const file = join(dataDir, name);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content;
  } catch (error) {
    // The next backup writes it anew.
    if (error instanceof SyntaxError) return undefined;
    throw explainUnreadableFile(file, error, '');
  }
}

function writeJson(dataDir: string, name: string, content: unknown): void {
  writeAtomically(join(dataDir, name), JSON.stringify(content));
}
