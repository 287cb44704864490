import { statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { createFolderTarget } from '@fairlead/backend/backup/targets/folder-target.ts';
import type { BackupTarget } from '@fairlead/backend/backup/targets/backup-target.ts';
import { ConfigError, type Config } from '../config.ts';

export interface OpenedTarget {
  target: BackupTarget;
  passphrase: string;
}

/** Where backups are written to. Throws a ConfigError for what is missing. */
export function openTarget({ SUPABASE_URL, BACKUP_TO, BACKUP_PASSPHRASE, DATA_DIR }: Config): OpenedTarget {
  if (SUPABASE_URL)
    throw new ConfigError('a Supabase project has its own backups, under Database in its dashboard');
  if (!BACKUP_TO)
    throw new ConfigError('BACKUP_TO: give a folder for backups, best on another disk, e.g. /mnt/backup');
  if (!BACKUP_PASSPHRASE)
    throw new ConfigError(
      'BACKUP_PASSPHRASE: give a passphrase of at least 16 characters, e.g. from: openssl rand -base64 24',
    );
  const folder = resolve(BACKUP_TO);
  if (!relative(DATA_DIR, folder).startsWith('..'))
    throw new ConfigError(
      `BACKUP_TO: ${folder} is inside DATA_DIR, and would be lost with it; give another folder`,
    );
  return { target: createFolderTarget(folder), passphrase: BACKUP_PASSPHRASE };
}

export interface LocatedBackups {
  target: BackupTarget;
  /** Undefined for the whole folder. */
  name: string | undefined;
}

/** What `npm run restore` is given: a backup, or the folder of backups. */
export function locateBackups(location: string): LocatedBackups {
  const path = resolve(location);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return { target: createFolderTarget(path), name: undefined };
  if (stat?.isFile()) return { target: createFolderTarget(dirname(path)), name: basename(path) };
  throw new Error(`${location} is not a file; give the path of a backup, or of the folder with backups`);
}
