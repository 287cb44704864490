// Checks the backup settings: which are missing, whether the target is on the data disk.
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ServerConfig } from '../settings/config.ts';
import { isBucketUrl } from './open-target.ts';

type Setup = Pick<ServerConfig, 'BACKUP_TO' | 'BACKUP_PASSPHRASE'>;

const needed = ['BACKUP_TO', 'BACKUP_PASSPHRASE'] as const;

/** The missing ones of the settings that backups need. */
export function missingBackupSettings(config: Setup): (typeof needed)[number][] {
  return needed.filter((name) => !config[name]);
}

/** Only one of the two settings is set, so no backup is made although one was wanted. Undefined if both or none are. */
export function describeIncompleteBackupSetup(config: Setup): string | undefined {
  const [missing, other] = missingBackupSettings(config);
  if (missing === undefined || other !== undefined) return undefined;
  const given = needed.find((name) => name !== missing);
  return `no backups are made: ${given} is set, but ${missing} is not`;
}

/** Whether one failing disk would destroy data and backups together. False if that cannot be determined. */
export function isBackupOnDataDisk({
  BACKUP_TO,
  DATA_DIR,
}: Pick<ServerConfig, 'BACKUP_TO' | 'DATA_DIR'>): boolean {
  if (!BACKUP_TO || isBucketUrl(BACKUP_TO)) return false;
  try {
    return statSync(existingFolder(resolve(BACKUP_TO))).dev === statSync(DATA_DIR).dev;
  } catch {
    return false;
  }
}

function existingFolder(path: string): string {
  return existsSync(path) ? path : existingFolder(dirname(path));
}
