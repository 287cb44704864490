import { isLate, walProblem, type BackupResult } from './backup-result.ts';

/** Shorter is a network that was away for a moment. */
const logFailsAfterMs = 10 * 60 * 1000;

/** What owners must hear of, as sentences; undefined when all is well. */
export function backupProblem(result: BackupResult, now = Date.now()): string | undefined {
  const { succeeded, failed } = result;
  const last = succeeded
    ? `The last good backup is of ${succeeded.at}: ${succeeded.file}`
    : 'There is no backup yet.';
  if (failed) return `The backup of ${failed.at} failed: ${failed.message}\n\n${last}`;
  if (isLate(result, now)) return `The nightly backup is missing.\n\n${last}`;
  const failing = walProblem(result, now);
  if (failing && (failing.isTarget || now - Date.parse(failing.since) > logFailsAfterMs))
    return `What is written is not copied to the backups since ${failing.since}: ${failing.message}\n\n${last}`;
  return undefined;
}
