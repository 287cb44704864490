import { deleteExpiredRestorePoint } from '../boot/begin-upgrade.ts';
import { writeLog } from '../log/write-log.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const deleteRestorePoint: Job = {
  name: 'delete-restore-point',
  what: 'deletes the copy of the database from before an upgrade after 14 days',
  everyMs: 6 * 60 * 60 * 1000,
  runsAtStart: true,
  failure: { level: 'error', event: 'upgrade.restore_point_kept', repeatMs: 0 },
  metrics: [],
};

export function startRestorePointDeletion(
  directory: Parameters<typeof deleteExpiredRestorePoint>[0],
): RunningJob {
  return startJob(deleteRestorePoint, async () => {
    if (await deleteExpiredRestorePoint(directory))
      writeLog({ level: 'info', event: 'upgrade.restore_point_removed' });
  });
}
