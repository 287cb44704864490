import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../errors/startup-error.ts';

/** A held folder. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes a folder for this process. The kernel keeps the lock and drops it when the process ends in any way, so
 * nothing is left behind after kill -9. Node has no file locks of its own; an SQLite file that never gets content
 * is the lock, because it works between containers that share a folder as well. Throws a StartupError that names
 * the folder and the process that holds it.
 */
export function lockFolder(folder: string): FolderLock {
  const holderFile = join(folder, 'server.pid');
  const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new StartupError(
      `Another server (process ${readHolder(holderFile)}) is using ${folder}: stop it, or set DATA_DIR to another folder`,
    );
  }
  writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o644 });
  return {
    release() {
      lock.close();
    },
  };
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
