// Copies stored files, keys, mails of DATA_DIR into a backup archive; lists such files.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { catchMissingFile } from '../database/folders.ts';
import { blobPath, archiveEntryNames, type ArchivedBlob } from './archive-format.ts';
import type { ArchiveWriter } from './archive-entries.ts';
import { isDataFile } from './known-files.ts';

/** Adds keys and mail to the archive. */
export async function copyDataFiles(dataDir: string, archive: ArchiveWriter): Promise<void> {
  for (const path of await listDataFiles(dataDir))
    await archive.addFile(archiveEntryNames.data + path, join(dataDir, path));
}

/** Lists the files of DATA_DIR, including those in folders. */
export async function listDataFiles(dataDir: string, folder = ''): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(join(dataDir, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (!isDataFile(path)) continue;
    if (entry.isDirectory()) files.push(...(await listDataFiles(dataDir, path)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}

/** Adds the blobs that `copied` does not contain. Returns the versions whose files are missing. */
export async function copyBlobs(
  dataDir: string,
  versions: Iterable<string>,
  copied: Map<string, ArchivedBlob>,
  archive: ArchiveWriter,
): Promise<string[]> {
  const missing: string[] = [];
  for (const version of versions) {
    if (copied.has(version)) continue;
    const path = blobPath(version);
    const written = await archive.addFile(
      archiveEntryNames.blobs + path,
      join(dataDir, 'storage', 'blobs', path),
    );
    if (written === null) missing.push(version);
    else copied.set(version, { version, ...written });
  }
  return missing;
}

/** Lists all stored files, for the case without a database that names those in use. */
export async function listBlobs(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'storage', 'blobs');
  const files = await catchMissingFile(readdir(folder, { recursive: true, withFileTypes: true }), []);
  return files.filter((file) => file.isFile()).map(({ name }) => name);
}
