import { pruneWalArchive } from '@fairlead/backend/backup/continuous/prune-wal-archive.ts';
import { expiredBackups, logNeededSince } from './expired-backups.ts';
import { listBackups, ownTargets, type BackupFolders } from './find-backups.ts';

/** What BACKUP_KEEP no longer wants of this site, with its WAL. Returns the names of the backups that were deleted. */
export async function removeExpired(folders: BackupFolders, keep: string): Promise<string[]> {
  const targets = await ownTargets(folders);
  const backups = (await Promise.all(targets.map(listBackups))).flat();
  const names = backups.map(({ name }) => name);
  const expired = new Set(expiredBackups(names, keep));
  for (const { name, target } of backups) if (expired.has(name)) await target.remove(name);
  const neededSince = logNeededSince(names.filter((name) => !expired.has(name)));
  for (const target of targets) await pruneWalArchive(target, neededSince);
  return [...expired];
}
