// Checks the backup settings: which are missing, whether the target is on the data disk.
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { isBucketUrl } from './open-target.ts';

type Setup = Pick<Config, 'BACKUP_TO' | 'BACKUP_PASSPHRASE'>;

const needed = ['BACKUP_TO', 'BACKUP_PASSPHRASE'] as const;

/** Of the settings without which no backup is made. */
export function missingBackupSettings(config: Setup): (typeof needed)[number][] {
  return needed.filter((name) => !config[name]);
}

/** One setting alone makes no backup, although someone wanted some. Undefined where both are set, or none. */
export function describeIncompleteBackupSetup(config: Setup): string | undefined {
  const [missing, other] = missingBackupSettings(config);
  if (missing === undefined || other !== undefined) return undefined;
  const given = needed.find((name) => name !== missing);
  return `no backups are made: ${given} is set, and ${missing} is not`;
}

/** A disk that fails would take the backups along. False where that cannot be known. */
export function isBackupOnDataDisk({ BACKUP_TO, DATA_DIR }: Pick<Config, 'BACKUP_TO' | 'DATA_DIR'>): boolean {
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
