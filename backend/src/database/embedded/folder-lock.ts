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
    // Without a journal on disk: there is nothing to roll back.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    throw explain(error, folder, holderFile);
  }
  writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o644 });
  return {
    release() {
      lock.close();
    },
  };
}

const sqliteBusy = 5;
const sqliteFull = 13;

function explain(error: unknown, folder: string, holderFile: string): unknown {
  const { errcode } = error as { errcode?: number };
  if (errcode === sqliteFull) return Object.assign(new Error(`${folder} is full`), { code: 'ENOSPC' });
  if (errcode !== sqliteBusy) return error;
  return new StartupError(
    `Another server (process ${readHolder(holderFile)}) is using ${folder}: stop it, or set DATA_DIR to another folder`,
  );
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
