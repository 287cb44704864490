import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the last backups of a data folder; kept beside the database, because a backup can fail with it. */
export interface BackupResult {
  succeeded?: { at: string; file: string; bytes: number; isVerified: boolean };
  /** Only while it is newer than the last success. */
  failed?: { at: string; message: string };
}

/** Later than this, a nightly backup is missing. */
const lateAfterMs = 26 * 60 * 60 * 1000;

export function readBackupResult(dataDir: string): BackupResult {
  const file = resultFile(dataDir);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BackupResult;
  } catch {
    return {};
  }
}

export function recordBackupResult(dataDir: string, result: BackupResult): void {
  const file = resultFile(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(result), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

export function isLate({ succeeded }: BackupResult, now = Date.now()): boolean {
  return succeeded === undefined || now - Date.parse(succeeded.at) > lateAfterMs;
}

function resultFile(dataDir: string): string {
  return join(dataDir, 'backup-result.json');
}
