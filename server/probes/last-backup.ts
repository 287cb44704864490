import { formatCommandLine } from '@fairlead/backend/errors';
import { isBackupLate, readBackupStatus, type BackupStatus } from '../backup/backup-status.ts';
import { defineProbe } from './probe.ts';

export const lastBackup = defineProbe<BackupStatus>({
  name: 'last-backup',
  read: ({ DATA_DIR }) => readBackupStatus(DATA_DIR),
  judge(status) {
    const { succeeded, failed } = status;
    const last = succeeded ? `the last good one is from ${succeeded.at}` : 'there are no good ones';
    if (failed)
      return [
        {
          what: 'backup',
          finding: `it failed at ${failed.at} (${failed.message}); ${last}`,
          fix: `fix that, then: ${formatCommandLine('backup')}`,
        },
      ];
    if (!isBackupLate(status)) return [];
    return [
      {
        what: 'backup',
        finding: `one is made each night, but ${last}`,
        fix: formatCommandLine('backup'),
      },
    ];
  },
  gauges: [
    {
      name: 'backup_last_success_timestamp_seconds',
      help: 'When the last good backup was made',
      value: ({ succeeded }) => succeeded && Date.parse(succeeded.at) / 1_000,
    },
    {
      name: 'backup_verified',
      help: '1 where the last good backup was restored and compared',
      value: ({ succeeded }) => succeeded && Number(succeeded.isVerified),
    },
    {
      name: 'backup_failed',
      help: '1 where a backup failed since the last good one',
      value: ({ succeeded, failed }) => (succeeded || failed ? Number(failed !== undefined) : undefined),
    },
  ],
});
