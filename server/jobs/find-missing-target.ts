import { readBackupStatus, recordTargetIsBack } from '../backup/backup-status.ts';
import { openKnownBackupTarget } from '../backup/target-identity.ts';
import { writeLog } from '../log/write-log.ts';
import type { ServerConfig } from '../settings/config.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const findMissingTarget: Job = {
  name: 'find-missing-target',
  what: 'looks whether a backup target that was missing is back; then the backup that failed is made',
  everyMs: 30_000,
  runsAtStart: false,
  // The backup and the archive have reported that it is missing.
  failure: null,
  metrics: ['fairlead_backup_target_missing'],
};

/** `retry` returns whether it has started a backup. */
export function startMissingTargetSearch(
  config: ServerConfig,
  retry: () => boolean,
  everyMs?: number,
): RunningJob {
  let isOwed = false;
  return startJob(
    findMissingTarget,
    async () => {
      if (readBackupStatus(config.DATA_DIR).failed?.isTarget) {
        await openKnownBackupTarget(config);
        if (recordTargetIsBack(config.DATA_DIR)) {
          writeLog({ level: 'info', event: 'backup.target_back' });
          isOwed = true;
        }
      }
      if (isOwed) isOwed = !retry();
    },
    { everyMs },
  );
}
