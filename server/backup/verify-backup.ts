import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { restoreBackup } from '@fairlead/backend/backup/restore-backup.ts';
import type { Config } from '../config.ts';
import { renderRestoredPage } from './render-restored-page.ts';
import type { OpenedTarget } from './open-target.ts';
import { removeAbandonedCopies, withTemporaryCopy } from './temporary-copies.ts';

/** Of the restored copy; the database's own files are the smaller part. */
const freeBytesNeeded = (archiveBytes: number): number => archiveBytes * 12 + 200_000_000;

export interface Verification {
  isVerified: boolean;
  /** Why it was not verified, or no page was rendered. */
  unproven?: string;
}

/**
 * Restores a backup into a temporary folder, compares every table and stored file, renders a page from it, and deletes
 * the copy. Throws what is wrong with the backup.
 */
export async function verifyBackup(
  { name, bytes }: { name: string; bytes: number },
  { target, passphrase }: OpenedTarget,
  config: Config,
): Promise<Verification> {
  removeAbandonedCopies();
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = freeBytesNeeded(bytes);
  if (bavail * bsize < needed)
    return {
      isVerified: false,
      unproven: `the temporary folder (TMPDIR, ${tmpdir()}) has too little space to restore it: ${megabytes(bavail * bsize)} MB of ${megabytes(needed)} MB`,
    };
  return withTemporaryCopy(async (dataDir) => {
    const source = await target.read(name);
    const { manifest } = await restoreBackup({ source, passphrase, dataDir, setting: 'TMPDIR' });
    const unproven = manifest.database ? await renderRestoredPage(config, dataDir) : undefined;
    return { isVerified: true, ...(unproven !== undefined && { unproven }) };
  });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
