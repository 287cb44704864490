import {
  findWalArchiveProblem,
  hasBackupTargetProblem,
  readBackupStatus,
  type BackupStatus,
} from '../backup/backup-status.ts';
import { defineProbe } from './probe.ts';

/** The archive of the WAL between two backups, and its target. */
export const backupLog = defineProbe<BackupStatus>({
  name: 'backup-log',
  read: ({ DATA_DIR }) => readBackupStatus(DATA_DIR),
  judge(status) {
    const failing = findWalArchiveProblem(status);
    if (!failing) return [];
    return [
      {
        what: 'log',
        finding: `new changes have not been backed up since ${failing.since} (${failing.message})`,
        fix: 'fix that, and the server continues',
      },
    ];
  },
  gauges: [
    {
      name: 'backup_log_failed',
      help: '1 while what is written is not copied to the backups',
      value: (status) => status.log && Number(findWalArchiveProblem(status) !== undefined),
    },
    {
      name: 'backup_log_reaches_timestamp_seconds',
      help: 'Up to when everything is in the backups',
      value: ({ log }) => (log?.reachesTo === undefined ? undefined : Date.parse(log.reachesTo) / 1_000),
    },
    {
      name: 'backup_target_missing',
      help: '1 where BACKUP_TO is not the target that was set up',
      value: (status) =>
        status.succeeded || status.failed || status.log ? Number(hasBackupTargetProblem(status)) : undefined,
    },
  ],
});
