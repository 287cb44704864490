// Compares the free space of a backup target with what the next backup needs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupTarget } from '@fairlead/backend/backup';
import { clusterFolderOf, measureFolderBytes } from '@fairlead/backend/embedded';
import { StartupError } from '@fairlead/backend/errors';
import type { ServerConfig } from '../settings/config.ts';
import { formatMegabytes } from './format-megabytes.ts';
import { listBackups } from './find-backups.ts';

// The least that a backup takes of what it copies: pages of tables compress well, pictures and documents hardly.
const shares = { database: 0.1, files: 0.7 };

/** Throws a StartupError that names both sizes, before anything is written. */
export async function checkTargetSpace(
  { DATA_DIR, DATABASE_URL }: ServerConfig,
  target: BackupTarget,
): Promise<void> {
  const free = await target.freeBytes();
  if (free === undefined) return;
  const [newest] = await listBackups(target);
  const cluster = DATABASE_URL ? undefined : clusterFolderOf(DATA_DIR);
  const database = cluster === undefined ? 0 : await measure(join(cluster, 'base'));
  const files = await measure(join(DATA_DIR, 'storage', 'blobs'));
  const least = files * shares.files + database * shares.database;
  // The newest backup says more about compression, but files may have been deleted since.
  const needed = Math.max(least, Math.min(newest?.bytes ?? 0, files + database));
  // Some network file systems do not know.
  if (free === 0 || free >= needed) return;
  throw new StartupError(
    `BACKUP_TO: ${target.locate('')} has ${formatMegabytes(free)} left, and a backup needs about ${formatMegabytes(needed)}: free some space there, or set BACKUP_TO to a folder on a larger disk`,
  );
}

function measure(folder: string): Promise<number> {
  return existsSync(folder) ? measureFolderBytes(folder) : Promise.resolve(0);
}
