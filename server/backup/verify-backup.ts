import { chmodSync, createReadStream, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeRestored, restoreBackup } from '@fairlead/backend/backup/restore-backup.ts';
import { removeOnExit } from './remove-on-exit.ts';

/** Of the restored copy; the database's own files are the smaller part. */
const freeBytesNeeded = (archiveBytes: number): number => archiveBytes * 12 + 200_000_000;

/**
 * Restores a backup into a temporary folder and compares every table and stored file, then deletes the copy. Returns
 * false where the disk has no room for that. Throws what is wrong with the backup.
 */
export async function verifyBackup(file: string, passphrase: string, archiveBytes: number): Promise<boolean> {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < freeBytesNeeded(archiveBytes)) return false;
  const folder = mkdtempSync(join(tmpdir(), 'verify-backup-'));
  // As root the database's user must be able to pass.
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const keep = removeOnExit(folder);
  try {
    await restoreBackup({ source: createReadStream(file), passphrase, dataDir });
    removeRestored(dataDir);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    keep();
  }
}
