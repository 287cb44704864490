// Opens the backup target (folder or S3 bucket) from the settings; locates backups for a restore.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import {
  archiveSuffix,
  createS3Target,
  createFolderTarget,
  type BackupTarget,
} from '@fairlead/backend/backup';
import { ConfigError, type ServerConfig } from '../settings/config.ts';
import type { SiteBackupTargets } from './find-backups.ts';
import { ensureSiteBackupFolderName } from './site-backup-folder.ts';

export interface OpenedBackupTarget extends SiteBackupTargets {
  passphrase: string;
}

/** Opens the target of backups. Throws a ConfigError if something is missing. */
export function openBackupTarget(config: ServerConfig): OpenedBackupTarget {
  const { SUPABASE_URL, BACKUP_TO, BACKUP_PASSPHRASE, DATA_DIR } = config;
  if (SUPABASE_URL)
    throw new ConfigError('a Supabase project has its own backups, under Database in its dashboard');
  if (!BACKUP_TO)
    throw new ConfigError(
      'BACKUP_TO: use a folder, ideally on another disk, e.g. /mnt/backup, or a bucket, s3://NAME/PREFIX',
    );
  if (!BACKUP_PASSPHRASE)
    throw new ConfigError(
      'BACKUP_PASSPHRASE: use a passphrase of at least 16 characters, e.g. from: openssl rand -base64 24',
    );
  const folder = resolve(BACKUP_TO);
  if (!isBucketUrl(BACKUP_TO) && !relative(DATA_DIR, folder).startsWith('..'))
    throw new ConfigError(
      `BACKUP_TO: ${folder} is inside DATA_DIR and would be lost with it; use another folder`,
    );
  if (!existsSync(DATA_DIR)) throw nothingToBackUpError(DATA_DIR);
  const shared = isBucketUrl(BACKUP_TO) ? openBucket(BACKUP_TO, config) : createFolderTarget(folder);
  return { target: shared.below(ensureSiteBackupFolderName(config)), shared, passphrase: BACKUP_PASSPHRASE };
}

export function nothingToBackUpError(dataDir: string): ConfigError {
  return new ConfigError(`DATA_DIR: there is nothing to back up in ${dataDir} yet`);
}

export interface BackupLocation {
  target: BackupTarget;
  /** Undefined for the whole folder. */
  name: string | undefined;
}

/** Locates the argument of `./fairlead restore`: a backup, or a folder of backups. */
export function resolveBackupLocation(location: string, config: ServerConfig): BackupLocation {
  if (isBucketUrl(location)) {
    const name = location.slice(location.lastIndexOf('/') + 1);
    if (!name.endsWith(archiveSuffix)) return { target: openBucket(location, config), name: undefined };
    return { target: openBucket(location.slice(0, -name.length), config), name };
  }
  const path = resolve(location);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return { target: createFolderTarget(path), name: undefined };
  if (stat?.isFile()) return { target: createFolderTarget(dirname(path)), name: basename(path) };
  throw new Error(`${location} is not a file; use the path of a backup, or of the folder with backups`);
}

const s3Scheme = 's3://';

export function isBucketUrl(location: string): boolean {
  return location.startsWith(s3Scheme);
}

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/;

function openBucket(location: string, config: ServerConfig): BackupTarget {
  const {
    BACKUP_S3_REGION: region = 'us-east-1',
    BACKUP_S3_ENDPOINT: endpoint = `https://s3.${region}.amazonaws.com`,
    BACKUP_S3_ACCESS_KEY_ID: accessKey,
    BACKUP_S3_SECRET_ACCESS_KEY: secretKey,
  } = config;
  const [, bucket, prefix = ''] = bucketPattern.exec(location) ?? [];
  if (bucket === undefined)
    throw new ConfigError(
      `BACKUP_TO: ${location} is not the address of a bucket, e.g. s3://backups/fairlead`,
    );
  if (!accessKey || !secretKey)
    throw new ConfigError(
      `${accessKey ? 'BACKUP_S3_SECRET_ACCESS_KEY' : 'BACKUP_S3_ACCESS_KEY_ID'}: set the key for ${location}`,
    );
  return createS3Target({ bucket, prefix, endpoint, region, accessKey, secretKey });
}
