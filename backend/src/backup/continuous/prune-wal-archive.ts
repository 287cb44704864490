import type { BackupTarget } from '../targets/backup-target.ts';
import { walFolder } from './stream-folders.ts';

/** The clock of the target may be another one. */
const marginMs = 60 * 60 * 1000;

/** The target may hold files of others. */
const ours = /^log\/[0-9a-f]{12}\/(pieces|blobs|data)\//;

/** Removes what no base backup that began at `neededSince` or later needs. Returns how many files. */
export async function pruneWalArchive(target: BackupTarget, neededSince: number): Promise<number> {
  const expired = (await target.list(walFolder)).filter(
    ({ name, modifiedMs }) => ours.test(name) && modifiedMs < neededSince - marginMs,
  );
  for (const { name } of expired) await target.remove(name);
  return expired.length;
}
