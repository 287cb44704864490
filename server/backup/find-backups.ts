// Lists the backups of this site in a target, including those of earlier versions.
import type { BackupTarget, BackupTargetEntry } from '@fairlead/backend/backup';
import { backupNamesBefore } from './backup-retention.ts';
import { isSiteBackupFolderName } from './site-backup-folder.ts';

export interface FoundBackup extends BackupTargetEntry {
  target: BackupTarget;
}

export interface SiteBackupTargets {
  /** The folder of this site. */
  target: BackupTarget;
  /** BACKUP_TO itself, to which earlier versions wrote, and in which other sites may have folders. */
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

/**
 * Where this site's backups and WAL are: its folder, and BACKUP_TO itself for those of earlier versions. If another
 * site has a folder there too, BACKUP_TO itself is left out, because its backups may belong to that site.
 */
export async function findOwnBackupTargets(site: SiteBackupTargets): Promise<BackupTarget[]> {
  const { target, shared } = site;
  if ((await listOtherSiteBackupFolders(site)).length > 0) return [target];
  const [own, inShared] = await Promise.all([listBackups(target), listBackups(shared)]);
  return areSharedBackupsOlder(own, inShared) ? [target, shared] : [target];
}

export async function findOwnBackups(site: SiteBackupTargets): Promise<FoundBackup[]> {
  const targets = await findOwnBackupTargets(site);
  return (await Promise.all(targets.map(listBackups))).flat();
}

/**
 * Whether all backups in BACKUP_TO itself are older than those of this site. If not, a site with an earlier version
 * still writes there.
 */
export function areSharedBackupsOlder(own: FoundBackup[], inShared: FoundBackup[]): boolean {
  const [newest, first] = [inShared[0], own.at(-1)];
  return newest === undefined || first === undefined || newest.name <= first.name;
}
