// Operations on folders and files that node:fs does not have.
import {
  constants,
  accessSync,
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { chmod, chown, copyFile, lstat, mkdir, readdir, rm, statfs, open } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { StartupError } from '../errors/startup-error.ts';

/** Files that belong to one running server. */
const skipped = new Set(['postmaster.pid', 'postmaster.opts']);

/** Copies owners and modes too. Blocks are shared if the file system supports it (Btrfs, XFS). */
export async function copyClusterFolder(from: string, to: string): Promise<void> {
  const stat = await lstat(from);
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyClusterFolder(source, target);
    else if (entry.isFile() && !skipped.has(entry.name)) await copyOne(source, target);
    else if (entry.isSymbolicLink())
      throw new StartupError(
        `${source} is a link: a database with tablespaces or links in its folder cannot be copied; make a backup of it by other means, then start once with UPGRADE_WITHOUT_RESTORE_POINT=yes`,
      );
  }
  await takeOwner(to, stat);
}

async function copyOne(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await takeOwner(target, await lstat(source));
}

async function takeOwner(target: string, { uid, gid, mode }: { uid: number; gid: number; mode: number }) {
  if (process.getuid?.() === 0) await chown(target, uid, gid);
  await chmod(target, mode);
}

/** The most that a copy can take: holes in sparse files may be filled. */
export async function measureFolderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // A running database removes files.
    bytes += (await catchMissingFile(lstat(join(entry.parentPath, entry.name)), { size: 0 })).size;
  }
  return bytes;
}

/** Whether copies in the same file system share their blocks. */
export async function isReflinkSupported(file: string, probe: string): Promise<boolean> {
  try {
    await copyFile(file, probe, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true });
  }
}

/** Free space on the disk of a folder that this account may use. */
export async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Creates the folder if it is missing, and checks that it is writable. Creates one level at a time, because Node's
 * recursive mkdir reports ENOENT on a read-only file system.
 */
export function ensureWritableFolder(path: string, mode: number): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    const parent = dirname(path);
    if (statSync(parent, { throwIfNoEntry: false }) === undefined) ensureWritableFolder(parent, 0o755);
    mkdirSync(path, { mode });
    // The database's account must be able to enter it whatever the umask is.
    if (process.getuid?.() === 0) chmodSync(path, mode);
  } else if (!stat.isDirectory()) {
    throw Object.assign(new Error(`${path} is not a folder`), { code: 'EEXIST' });
  }
  accessSync(path, constants.W_OK | constants.X_OK);
}

/**
 * Synced to the disk, so that a power failure leaves the old text or the new one. Root keeps the file's owner. Another
 * user cannot: where root once wrote the file, it becomes that user's.
 */
export function writeAtomically(file: string, text: string, mode = 0o600): void {
  const before = statSync(file, { throwIfNoEntry: false });
  // One that root left unfinished could not be written again.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, text, { mode, flush: true });
  if (before && process.getuid?.() === 0) chownSync(`${file}.new`, before.uid, before.gid);
  renameSync(`${file}.new`, file);
}

/** Resolves to `otherwise` if the file or folder does not exist. */
export async function catchMissingFile<Result, Otherwise>(
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}

/** Without this, a power failure could lose the entry of a synced file. */
export async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
