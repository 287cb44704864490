import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { blobPath, entryNames } from './archive-format.ts';
import type { StoredBlob } from './archive-format.ts';
import type { ArchiveWriter } from './archive-writer.ts';

/** Of DATA_DIR: the database, what belongs to one process or machine, and what can be made again. */
const skipped = new Set([
  'postgres',
  'socket',
  'storage',
  'database.json',
  'postgres.log',
  'server.lock',
  'server.pid',
  'running.json',
  'upgrade.json',
  'backup-result.json',
  'log-archive.json',
  'log-archive-result.json',
  'backup-problem-mailed',
  // Erasures are applied to a backup that is restored, so none may bring back an older list of them.
  'erasures.jsonl',
]);
const temporary =
  /\.new$|\.(before-upgrade|upgrading|failed-upgrade|scratch)$|^postgres-binaries-|^restore\.json$/;

/** Keys and mail. */
export async function copyDataFolder(
  dataDir: string,
  archive: ArchiveWriter,
  leaveOut: ReadonlySet<string> = new Set(),
  folder = '',
): Promise<void> {
  for (const { path, isFolder } of await readDataFolder(dataDir, leaveOut, folder)) {
    if (isFolder) {
      await archive.addFolder(entryNames.data + path);
      await copyDataFolder(dataDir, archive, leaveOut, path);
    } else {
      await archive.addFile(entryNames.data + path, join(dataDir, path));
    }
  }
}

/** The same files, with those in folders. */
export async function listDataFiles(
  dataDir: string,
  leaveOut: ReadonlySet<string> = new Set(),
  folder = '',
): Promise<string[]> {
  const files: string[] = [];
  for (const { path, isFolder } of await readDataFolder(dataDir, leaveOut, folder)) {
    if (isFolder) files.push(...(await listDataFiles(dataDir, leaveOut, path)));
    else files.push(path);
  }
  return files;
}

async function readDataFolder(
  dataDir: string,
  leaveOut: ReadonlySet<string>,
  folder: string,
): Promise<{ path: string; isFolder: boolean }[]> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (skipped.has(path) || leaveOut.has(path) || temporary.test(entry.name)) return [];
    return entry.isDirectory() || entry.isFile() ? [{ path, isFolder: entry.isDirectory() }] : [];
  });
}

/** Adds those that `copied` lacks. Returns the versions whose files are gone. */
export async function copyBlobs(
  dataDir: string,
  versions: Iterable<string>,
  copied: Map<string, StoredBlob>,
  archive: ArchiveWriter,
): Promise<string[]> {
  const missing: string[] = [];
  for (const version of versions) {
    if (copied.has(version)) continue;
    const path = blobPath(version);
    const written = await archive.addFile(entryNames.blobs + path, join(dataDir, 'storage', 'blobs', path));
    if (written === null) missing.push(version);
    else copied.set(version, { version, ...written });
  }
  return missing;
}

/** Where no database says which are in use. */
export async function listBlobs(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'storage', 'blobs');
  try {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    return files.filter((file) => file.isFile()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
