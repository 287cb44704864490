// A folder that keeps backups.
import { createWriteStream, existsSync, type Dirent, rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { explainFolderError } from '../../database/embedded/folder-errors.ts';
import {
  ensureWritableFolder,
  fsyncFolder,
  catchMissingFile,
  readFreeDiskBytes,
} from '../../database/folders.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { explainReadErrors, type BackupTarget, type BackupTargetEntry } from './backup-target.ts';
import { hostname } from 'node:os';

/** Errors are one line that names the setting. */
export function createFolderTarget(folder: string): BackupTarget {
  async function explained<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw isAbout(folder, error) ? explain(folder, error) : error;
    }
  }

  /** Creates one level at a time, never the target itself. */
  async function makeFolderOf(name: string): Promise<void> {
    const parts = name.split('/').slice(0, -1);
    for (const index of parts.keys())
      await mkdir(join(folder, ...parts.slice(0, index + 1)), { mode: 0o700 }).catch(ignoreExisting);
  }

  async function write(name: string, source: NodeJS.ReadableStream): Promise<void> {
    if (!existsSync(folder)) throw gone(folder);
    const file = join(folder, name);
    const part = partOf(file);
    const keep = removeOnExit(part);
    try {
      await makeFolderOf(name);
      await pipeline(
        source,
        createWriteStream(part, { mode: 0o600, flush: true, highWaterMark: 1024 * 1024 }),
      );
      await rename(part, file);
      await fsyncFolder(dirname(file));
    } catch (error) {
      // An error of this removal is ignored, because the first error is more useful.
      await rm(part, { force: true }).catch(() => {});
      // An unmounted disk leaves an empty folder in its place.
      throw existsSync(folder) ? error : gone(folder, error);
    } finally {
      keep();
      endPart(part);
    }
  }

  return {
    locate: (name) => join(folder, name),
    list: (prefix) => explained(listFolder(folder, prefix)),
    make: () => explained(Promise.try(() => ensureWritableFolder(folder, 0o700))),
    has: (name) => explained(isThere(join(folder, name))),
    write: (name, source) => explained(write(name, source)),
    async read(name) {
      const handle = await explained(open(join(folder, name), 'r'));
      return explainReadErrors(handle.createReadStream({ highWaterMark: 1024 * 1024 }), (error) =>
        unreadable(join(folder, name), error),
      );
    },
    async remove(name) {
      await explained(rm(join(folder, name), { force: true }));
      await removeEmptyFolders(folder, dirname(name));
    },
    freeBytes: () => explained(readFreeDiskBytes(folder)),
    async folders() {
      const entries = await explained(readFolder(folder, false));
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    below: (name) => createFolderTarget(join(folder, name)),
  };
}

function gone(folder: string, cause?: unknown): StartupError {
  return new StartupError(`BACKUP_TO: ${folder} is gone: is its disk mounted?`, { cause });
}

function unreadable(file: string, cause: unknown): StartupError {
  return new StartupError(
    `BACKUP_TO: ${file} could not be read to its end (${(cause as Error).message}): check the disk and its mount`,
    { cause },
  );
}

function explain(folder: string, error: unknown): unknown {
  const explained = explainFolderError(folder, error, 'BACKUP_TO');
  // Callers look for this code.
  if (explained !== error || (error as NodeJS.ErrnoException).code === 'ENOENT') return explained;
  return new StartupError(
    `BACKUP_TO: ${folder} could not be used (${(error as Error).message}): check the disk and its mount`,
    { cause: error },
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function isThere(path: string): Promise<boolean> {
  return catchMissingFile(
    stat(path).then(() => true),
    false,
  );
}

/** Removes empty folders of a WAL stream that has ended, or of copies of small files; one that is not empty stays. */
async function removeEmptyFolders(folder: string, name: string): Promise<void> {
  if (!name.startsWith('log/')) return;
  const isRemoved = await rmdir(join(folder, name)).then(
    () => true,
    () => false,
  );
  if (isRemoved) await removeEmptyFolders(folder, dirname(name));
}

async function listFolder(folder: string, prefix: string): Promise<BackupTargetEntry[]> {
  const found: BackupTargetEntry[] = [];
  for (const entry of await readFolder(join(folder, prefix), prefix !== '')) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined) continue;
    const name = relative(folder, path);
    if (!name.endsWith(unfinished)) found.push({ name, bytes: stats.size, modifiedMs: stats.mtimeMs });
    else if (isAbandonedPart(path, name, stats.mtimeMs)) await rm(path, { force: true });
  }
  return found;
}

function readFolder(path: string, recursive: boolean): Promise<Dirent[]> {
  return catchMissingFile(readdir(path, { recursive, withFileTypes: true }), []);
}

/**
 * Whether the error is about the folder. Errors about the source have another path, or are of reading; a full disk is
 * reported without a path.
 */
function isAbout(folder: string, error: unknown): boolean {
  const { path, code = '', syscall } = error as NodeJS.ErrnoException;
  return path === undefined ? /^E[A-Z]+$/.test(code) && syscall !== 'read' : path.startsWith(folder);
}

// Suffix of files that are being written. Their names identify the writer, so that those of killed processes are
// removed at once: a machine that kills each of its backups must not fill the disk with them.
const unfinished = '.part';

const thisHost = hostname().replaceAll(/[^\w-]/g, '-');
const written = new Set<string>();
let begun = 0;
/** The folder may contain files of other programs with the same suffix. */
const ourPart = /^(?:fairlead-[^/]+?|target\.json[^/]*?|log\/[0-9a-f]{12}\/.+?)(?:\.([\w-]+)\.(\d+))?\.part$/;
/**
 * The age at which an unfinished file of another machine is removed, because its process cannot be looked up here.
 */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

function partOf(file: string): string {
  // The counter keeps apart two writes of the same file in this process.
  const part = `${file}.${begun++}.${thisHost}.${process.pid}${unfinished}`;
  written.add(part);
  return part;
}

/** Call it once the part was renamed or removed. */
function endPart(part: string): void {
  written.delete(part);
}

function isAbandonedPart(path: string, name: string, modifiedMs: number): boolean {
  const found = ourPart.exec(name);
  if (!found) return false;
  const [, host, pid] = found;
  if (host !== thisHost) return Date.now() - modifiedMs > abandonedAfterMs;
  // In a container the next process often has the same id.
  return Number(pid) === process.pid ? !written.has(path) : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Removes the unfinished file of a command that is interrupted. Returns the function that cancels this. */
export function removeOnExit(path: string): () => void {
  function remove(): void {
    rmSync(path, { recursive: true, force: true });
  }
  process.once('exit', remove);
  return () => process.off('exit', remove);
}
