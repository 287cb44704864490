// Deletes the restore point of an upgrade after its retention period.
import { type ClusterDirectory, readUpgradeRecord, removeRestorePoint } from '@fairlead/backend/embedded';
import type { Log } from '@fairlead/backend/errors';

/** After this time, the restore point of a completed upgrade is deleted. */
const restorePointDays = 14;
const dayMs = 24 * 60 * 60 * 1_000;
const checkEveryMs = dayMs / 4;

/** Null while an upgrade runs, and if there is none. */
export function readRestorePointExpiry(dataDir: string): Date | null {
  const { finishedAt } = readUpgradeRecord(dataDir) ?? {};
  return finishedAt === undefined ? null : new Date(Date.parse(finishedAt) + restorePointDays * dayMs);
}

/** Checks now and periodically while the server runs. Returns the function that stops it. */
export function expireRestorePoint(
  dataDir: string,
  directory: Pick<ClusterDirectory, 'cluster'>,
  log: Log,
): () => void {
  async function check(): Promise<void> {
    try {
      const end = readRestorePointExpiry(dataDir);
      if (end === null || end.getTime() > Date.now()) return;
      await removeRestorePoint(dataDir, directory);
      log({ level: 'info', event: 'upgrade.restore_point_removed' });
    } catch (error) {
      log({ level: 'error', event: 'upgrade.restore_point_kept', message: (error as Error).message });
    }
  }
  void check();
  const timer = setInterval(() => void check(), checkEveryMs).unref();
  return () => clearInterval(timer);
}
