import { isBackupOnDataDisk } from '../backup/backup-setup.ts';
import { defineProbe } from './probe.ts';

interface BackupDisk {
  isOnDataDisk: boolean;
}

export const backupDisk = defineProbe<BackupDisk>({
  name: 'backup-disk',
  read: (config) => ({ isOnDataDisk: isBackupOnDataDisk(config) }),
  judge({ isOnDataDisk }, { BACKUP_TO }) {
    if (!isOnDataDisk) return [];
    return [
      {
        what: 'backup disk',
        finding: `BACKUP_TO (${BACKUP_TO}) is on the same disk as DATA_DIR and would be lost with it`,
        fix: 'set BACKUP_TO to a folder on another disk, or to a bucket',
        isWarning: true,
      },
    ];
  },
  gauges: [],
});
