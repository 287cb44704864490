import type { BackupTarget } from '../targets/backup-target.ts';
import { logFolder } from './stream-folders.ts';

/** The clock of the target may be another one. */
const marginMs = 60 * 60 * 1000;

/** Removes what no base backup that began at `neededSince` or later needs. Returns how many files. */
export async function pruneLogArchive(target: BackupTarget, neededSince: number): Promise<number> {
  const expired = (await target.list(logFolder)).filter(
    ({ modifiedMs }) => modifiedMs < neededSince - marginMs,
  );
  for (const { name } of expired) await target.remove(name);
  return expired.length;
}
