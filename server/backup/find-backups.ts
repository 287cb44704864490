// Lists the backups of this site in a target.
import type { BackupTarget, BackupTargetEntry } from '@fairlead/backend/backup';
import { backupNamesBefore } from './backup-retention.ts';
import { isSiteBackupFolderName } from './site-backup-folder.ts';

export interface FoundBackup extends BackupTargetEntry {
  target: BackupTarget;
}

export interface SiteBackupTargets {
  /** The folder of this site. */
  target: BackupTarget;
  /** BACKUP_TO itself, in which other sites may have folders. */
  shared: BackupTarget;
}

/** The backups in one folder, newest first. */
export async function listBackups(target: BackupTarget): Promise<FoundBackup[]> {
  const entries = new Map((await target.list('')).map((entry) => [entry.name, entry]));
  return backupNamesBefore([...entries.keys()], Infinity).flatMap((name) => {
    const entry = entries.get(name);
    return entry ? [{ ...entry, target }] : [];
  });
}

/** Paths or addresses of other sites' folders in BACKUP_TO. */
export async function listOtherSiteBackupFolders({ target, shared }: SiteBackupTargets): Promise<string[]> {
  const sites = (await shared.folders())
    .filter(isSiteBackupFolderName)
    .map((name) => shared.below(name).locate(''));
  return sites.filter((site) => site !== target.locate(''));
}
