// An exclusive lock on a folder between processes or containers, through SQLite.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../errors/startup-error.ts';

/**
 * Holds a lock on an empty SQLite file: Node has no file locks, the kernel releases it however the process ends, and it
 * works between containers that share the folder. Throws a StartupError that names the holding process.
 */
export function lockFolder(folder: string) {
  let lock: DatabaseSync;
  try {
    lock = open(folder);
  } catch (error) {
    throw explain(error, folder);
  }
  writeFileSync(join(folder, holderName), `${process.pid}\n`, { mode: 0o644 });
  return {
    release() {
      lock.close();
    },
  };
}

export type FolderLock = ReturnType<typeof lockFolder>;

/** The process id of the holder, or undefined. Changes nothing. */
export function readLockHolder(folder: string): string | undefined {
  if (!existsSync(join(folder, lockName))) return undefined;
  try {
    open(folder).close();
    return undefined;
  } catch (error) {
    return isBusy(error) ? readHolder(folder) : undefined;
  }
}

const lockName = 'server.lock';
const holderName = 'server.pid';
const sqliteBusy = 5;
const sqliteFull = 13;

function open(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, lockName), { timeout: 0 });
  try {
    // Without a journal on disk, because there is nothing to roll back.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === sqliteBusy;
}

function explain(error: unknown, folder: string): unknown {
  const { errcode } = error as { errcode?: number };
  if (errcode === sqliteFull) return Object.assign(new Error(`${folder} is full`), { code: 'ENOSPC' });
  if (!isBusy(error)) return error;
  return new StartupError(
    `Another server (process ${readHolder(folder)}) is using ${folder}: stop it, or set DATA_DIR to another folder`,
  );
}

function readHolder(folder: string): string {
  try {
    return readFileSync(join(folder, holderName), 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
