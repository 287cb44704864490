import { backupDisk } from './backup-disk.ts';
import { backupLog } from './backup-log.ts';
import { diskFiles } from './disk-files.ts';
import { diskSpace } from './disk-space.ts';
import { lastBackup } from './last-backup.ts';
import type { Probe } from './probe.ts';
import { senderDomain } from './sender-domain.ts';

/** All probes, by the part of the doctor's report that they belong to. */
export const probes = {
  dataFolder: [diskSpace, diskFiles],
  mail: [senderDomain],
  backups: [lastBackup, backupLog, backupDisk],
} as const satisfies Record<string, readonly Probe[]>;
