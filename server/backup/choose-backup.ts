import type { BackupTarget } from '@fairlead/backend/backup/targets/backup-target.ts';
import { backupsBefore } from './expired-backups.ts';
import type { LocatedBackups } from './open-target.ts';

export interface ChosenBackup {
  target: BackupTarget;
  name: string;
  /** For a time before its moment, which only its end says. */
  older: string | undefined;
}

/** The one that was named; of a folder, the newest that was begun before `at`. */
export async function chooseBackup(
  { target, name }: LocatedBackups,
  at: Date | 'newest' | undefined,
): Promise<ChosenBackup> {
  if (name !== undefined) return { target, name, older: undefined };
  const names = (await target.list('')).map((entry) => entry.name);
  const until = at instanceof Date ? at.getTime() : Infinity;
  const [newest, older] = backupsBefore(names, until);
  if (newest !== undefined) return { target, name: newest, older };
  const oldest = backupsBefore(names, Number.MAX_VALUE).at(-1);
  throw new Error(
    oldest === undefined
      ? `${target.locate('')} holds no backup (fairlead-….tar.zst.age)`
      : `--at: the oldest backup in ${target.locate('')} is ${oldest}: give a later time`,
  );
}
