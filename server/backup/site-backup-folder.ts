// The folder of a site inside a shared backup target: its name, known target, unverified backups.
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWritableFolder } from '@fairlead/backend/embedded';
import { explainUnreadableFile } from '@fairlead/backend/errors';
import type { ServerConfig } from '../settings/config.ts';

/**
 * Sites that share a BACKUP_TO each have a folder in it. Its name is stored beside the stored files, which servers of
 * one database share; no backup contains it, so that a restored site uses another one.
 */
interface SiteFolder {
  name: string;
  /** The newest backup that was begun; absent before the first. */
  newest?: string;
  /** The identity of the target that contains it (target-identity.ts); absent before the first backup. */
  target?: string;
  /** Backups that were begun and not (yet) restored and compared. */
  unverified?: string[];
  /** Folders of this site that it left when its passphrase changed, oldest first. */
  former?: string[];
}

type Site = Pick<ServerConfig, 'DATA_DIR' | 'SITE_URL'>;

const pattern = /^site-[a-z0-9.-]+-[0-9a-f]{12}$/;

export function isSiteBackupFolderName(name: string): boolean {
  return pattern.test(name);
}

/** Whether this site has chosen a folder. */
export function hasBackupFolder({ DATA_DIR }: Pick<Site, 'DATA_DIR'>): boolean {
  return read(DATA_DIR) !== undefined;
}

/** Returns the name of this site's folder; the first call chooses it. */
export function ensureSiteBackupFolderName(site: Site): string {
  return (read(site.DATA_DIR) ?? make(site)).name;
}

/**
 * Called before the backup is written. `newest` never moves back, even if the clock was ahead for an earlier backup.
 */
export function recordUnverifiedBackup(dataDir: string, backup: string): void {
  const folder = read(dataDir);
  if (!folder) return;
  const { newest = '', unverified = [] } = folder;
  replace(dataDir, {
    ...folder,
    newest: newest > backup ? newest : backup,
    unverified: [...unverified, backup],
  });
}

/** Called when they are verified, deleted, or were never completed. */
export function clearUnverifiedBackups(dataDir: string, backups: readonly string[]): void {
  const folder = read(dataDir);
  if (!folder?.unverified || backups.length === 0) return;
  replace(dataDir, { ...folder, unverified: folder.unverified.filter((one) => !backups.includes(one)) });
}

/**
 * Backups of earlier versions are not listed: those versions verified every backup, or reported immediately that they
 * did not.
 */
export function readUnverifiedBackups(dataDir: string): string[] {
  return read(dataDir)?.unverified ?? [];
}

export function readKnownBackupTargetId(dataDir: string): string | undefined {
  return read(dataDir)?.target;
}

export function storeKnownBackupTargetId(dataDir: string, target: string): void {
  const folder = read(dataDir);
  if (folder) replace(dataDir, { ...folder, target });
}

/** Whether another site began the newest backup in the folder: the original of a copied DATA_DIR, or a copy. */
export function isBackupOfAnotherSite(dataDir: string, newest: string | undefined): boolean {
  const known = read(dataDir)?.newest ?? '';
  return newest !== undefined && newest > known;
}

/** For a copied site, whose former folder belongs to the original. */
export function storeSiteBackupFolder(dataDir: string, name: string, target: string): void {
  replace(dataDir, { name, target });
}

/** Leaves the present folder, whose backups stay and still belong to this site. */
export function leaveSiteBackupFolder(dataDir: string, name: string, target: string): void {
  const { former = [], name: left } = read(dataDir) ?? {};
  replace(dataDir, { name, target, former: left === undefined ? former : [...former, left] });
}

export function readFormerSiteBackupFolders(dataDir: string): string[] {
  return read(dataDir)?.former ?? [];
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'storage', 'backup-folder.json');
}

function read(dataDir: string): SiteFolder | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as SiteFolder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw explainUnreadableFile(
      fileOf(dataDir),
      error,
      'is damaged: move it away, and backups will go into a new folder',
    );
  }
}

/** If a server and a backup command do this at once, the first file is kept. */
function make(site: Site): SiteFolder {
  ensureWritableFolder(join(site.DATA_DIR, 'storage'), 0o700);
  const part = write(site.DATA_DIR, { name: generateSiteBackupFolderName(site) });
  try {
    linkSync(part, fileOf(site.DATA_DIR));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  return read(site.DATA_DIR)!;
}

function replace(dataDir: string, folder: SiteFolder): void {
  renameSync(write(dataDir, folder), fileOf(dataDir));
}

function write(dataDir: string, folder: SiteFolder): string {
  const part = `${fileOf(dataDir)}.${process.pid}.new`;
  writeFileSync(part, JSON.stringify(folder), { mode: 0o600, flush: true });
  return part;
}

/** Contains the name of the site for people, who may have to choose a folder when the machine is lost. */
export function generateSiteBackupFolderName({ SITE_URL }: Site): string {
  const host = new URL(SITE_URL).hostname.replaceAll(/[^a-z0-9.-]/g, '-').slice(0, 100);
  return `site-${host}-${randomBytes(6).toString('hex')}`;
}
