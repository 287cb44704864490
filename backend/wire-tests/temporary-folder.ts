import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(mode = 0o711, owner?: { uid: number; gid: number }): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-commands-'));
  chmodSync(folder, mode);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** Removes a data folder, and the database that root may keep for it under /var/lib. */
export function removeFolder(folder: string): void {
  const metadataFile = join(folder, 'database.json');
  const { home } = existsSync(metadataFile)
    ? (JSON.parse(readFileSync(metadataFile, 'utf8')) as { home?: string })
    : {};
  if (home?.startsWith('/var/lib/fairlead/')) rmSync(home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
