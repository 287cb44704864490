import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseBackupTime } from '../../../server/backup/backup-retention.ts';

/** Paths of the backups below BACKUP_TO, newest first. */
export function findArchives(backupTo: string): string[] {
  const files = readdirSync(backupTo, { recursive: true, encoding: 'utf8' });
  const begun = (file: string): number => parseBackupTime(basename(file)) ?? 0;
  return files
    .filter((file) => begun(file) > 0)
    .toSorted((one, other) => begun(other) - begun(one))
    .map((file) => join(backupTo, file));
}
