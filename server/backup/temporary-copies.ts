import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeOnExit } from '@fairlead/backend/backup/remove-on-exit.ts';
import { removeRestored } from '@fairlead/backend/backup/restore-backup.ts';
import { lockFolder, lockHolder } from '@fairlead/backend/database/embedded/folder-lock.ts';

const prefix = 'verify-backup-';
/** One that begins has no lock yet. */
const unlockedMs = 10_000;

/** Runs `work` with a folder to restore into, and removes it. */
export async function withTemporaryCopy<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const keep = removeOnExit(folder);
  const lock = lockFolder(folder);
  const dataDir = join(folder, 'data');
  try {
    // As root the database's user must be able to pass.
    if (process.getuid?.() === 0) chmodSync(folder, 0o711);
    return await work(dataDir);
  } finally {
    lock.release();
    remove(folder);
    keep();
  }
}

/** Of killed processes; each is as large as the whole site. */
export function removeAbandonedCopies(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    try {
      const isNew = Date.now() - statSync(folder).mtimeMs < unlockedMs;
      if (!isNew && lockHolder(folder) === undefined) remove(folder);
    } catch {
      // Of another user, or its database still ends: the next backup tries again.
    }
  }
}

function remove(folder: string): void {
  removeRestored(join(folder, 'data'));
  rmSync(folder, { recursive: true, force: true });
}
