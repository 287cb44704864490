// Chooses the backup to restore: by name, or the newest one before a given time.
import { parseBackupTime } from './backup-retention.ts';
import { listBackups, type FoundBackup } from './find-backups.ts';
import type { BackupLocation } from './open-target.ts';
import { isSiteBackupFolderName } from './site-backup-folder.ts';

export type BackupReference = Pick<FoundBackup, 'target' | 'name'>;

export interface ChosenBackup extends BackupReference {
  /**
   * The backup before the chosen one, for the case that the wanted time is before the end of the chosen one, which
   * only its content reveals.
   */
  older: BackupReference | undefined;
}

/** The named backup; for a folder, the newest that was begun before `at`. */
export async function chooseBackup(
  location: BackupLocation,
  at: Date | 'newest' | undefined,
): Promise<ChosenBackup> {
  const { target, name } = location;
  if (name !== undefined) return { target, name, older: undefined };
  const backups = await findBackups(location);
  const until = at instanceof Date ? at.getTime() : Infinity;
  const [newest, older] = backups.filter((backup) => (parseBackupTime(backup.name) ?? 0) <= until);
  if (newest !== undefined) return { ...newest, older };
  const oldest = backups.at(-1);
  throw new Error(
    oldest === undefined
      ? `${target.locate('')} contains no backup (fairlead-….tar.zst.age)`
      : `--at: the oldest backup in ${target.locate('')} is ${oldest.name}: use a later time`,
  );
}

/** Newest first: those in the folder itself, and in the site's folder in it. */
async function findBackups({ target }: BackupLocation): Promise<FoundBackup[]> {
  const folders = (await target.folders()).filter(isSiteBackupFolderName).map((name) => target.below(name));
  const found = await Promise.all([...folders, target].map(listBackups));
  const sites = found.filter((backups) => backups.length > 0);
  if (sites.length > 1) throw severalSites(target.locate(''), sites);
  return sites.flat();
}

function severalSites(folder: string, sites: FoundBackup[][]): Error {
  const newest = sites.flatMap(([backup]) => (backup ? `\n  ${backup.target.locate(backup.name)}` : []));
  return new Error(
    `${folder} contains backups of several sites, or of one before and after it was restored or its passphrase changed: use the folder of one (or FILE --at newest, for one directly in it); the newest of each:${newest.join('')}`,
  );
}
