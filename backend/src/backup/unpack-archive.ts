import { chownSync, createWriteStream, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { findBinaries } from '../database/embedded/binaries.ts';
import { prepareClusterDirectory } from '../database/embedded/cluster-directory.ts';
import type { ClusterDirectory } from '../database/embedded/cluster-directory.ts';
import { makeFolder } from '../database/embedded/make-folder.ts';
import { syncCluster } from '../database/embedded/sync-cluster.ts';
import { restoreMarker } from '../database/embedded/restore-marker.ts';
import { readMetadata, writeMetadata } from '../database/embedded/cluster-metadata.ts';
import { StartupError } from '../errors/startup-error.ts';
import { archiveFormat, blobPath, entryNames } from './archive-format.ts';
import type { ArchiveHeader, ArchiveManifest } from './archive-format.ts';
import { readArchive } from './archive-reader.ts';
import type { ArchiveEntry } from './archive-reader.ts';

export interface UnpackedArchive {
  header: ArchiveHeader;
  manifest: ArchiveManifest;
  /** Where there is a database in it. */
  directory: ClusterDirectory | undefined;
}

/** Before anything else is written. */
export type CheckHeader = (header: ArchiveHeader) => Promise<void> | void;

/**
 * Into a folder that must be empty or missing. Until `restoreMarker` is removed, no server starts there. Throws a
 * StartupError with what is wrong; the caller removes what was written.
 */
export async function unpackArchive(
  source: Readable,
  passphrase: string,
  dataDir: string,
  checkFirst: CheckHeader = () => {},
): Promise<UnpackedArchive> {
  makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  if (readdirSync(dataDir).length > 0)
    throw new StartupError(`${dataDir} is not empty: set DATA_DIR to an empty or a new folder`);
  writeFileSync(join(dataDir, restoreMarker), '', { mode: 0o600 });
  const unpacking = createUnpacking(dataDir, checkFirst);
  await readArchive(source, passphrase, unpacking.write);
  return unpacking.finish();
}

function createUnpacking(dataDir: string, checkFirst: CheckHeader) {
  const hashes = new Map<string, string>();
  let header: ArchiveHeader | undefined;
  let manifest: ArchiveManifest | undefined;
  let directory: ClusterDirectory | undefined;

  async function write(entry: ArchiveEntry): Promise<void> {
    const { name } = entry;
    if (name === entryNames.header) {
      header = checkHeader(JSON.parse(await text(entry.content)) as ArchiveHeader);
      await checkFirst(header);
      if (header.postgresMajor !== null) directory = prepareCluster(dataDir);
    } else if (name === entryNames.password) {
      const metadata = readMetadata(dataDir);
      const password = await text(entry.content);
      if (metadata) writeMetadata(dataDir, { ...metadata, password });
    } else if (name === entryNames.manifest) {
      manifest = JSON.parse(await text(entry.content)) as ArchiveManifest;
    } else if (name.startsWith(entryNames.database) && directory) {
      const path = join(directory.cluster, name.slice(entryNames.database.length));
      await writeEntry(entry, path, { flush: false });
      if (directory.account) chownSync(path, directory.account.uid, directory.account.gid);
    } else if (name.startsWith(entryNames.blobs)) {
      const path = name.slice(entryNames.blobs.length);
      hashes.set(path, await writeEntry(entry, join(dataDir, 'storage', 'blobs', path)));
    } else if (name.startsWith(entryNames.data)) {
      await writeEntry(entry, join(dataDir, name.slice(entryNames.data.length)));
    }
  }

  async function finish(): Promise<UnpackedArchive> {
    if (header === undefined || manifest === undefined)
      throw new StartupError('the backup is incomplete, its end is missing: use another one');
    const expected = new Set(manifest.blobs.map(({ version }) => blobPath(version)));
    for (const { version, sha256 } of manifest.blobs) {
      if (hashes.get(blobPath(version)) !== sha256)
        throw new StartupError(
          `the stored file ${version} is missing in the backup, or another one: use another backup`,
        );
    }
    for (const path of hashes.keys()) {
      if (!expected.has(path)) rmSync(join(dataDir, 'storage', 'blobs', path));
    }
    if (directory) await syncCluster(directory);
    return { header, manifest, directory };
  }

  return { write, finish };
}

function prepareCluster(dataDir: string): ClusterDirectory {
  const directory = prepareClusterDirectory(dataDir, findBinaries());
  mkdirSync(directory.cluster, { mode: 0o700 });
  if (directory.account) chownSync(directory.cluster, directory.account.uid, directory.account.gid);
  return directory;
}

function checkHeader(header: ArchiveHeader): ArchiveHeader {
  if (header.format > archiveFormat)
    throw new StartupError(
      `this backup was made by a newer version (${header.program}): install that version or a newer one, and restore with it`,
    );
  const installed = Number.parseInt(findBinaries().version, 10);
  if (header.postgresMajor !== null && header.postgresMajor !== installed)
    throw new StartupError(
      `this backup holds a database of PostgreSQL ${header.postgresMajor}, and this version runs ${installed}: restore it with version ${header.program}, then upgrade`,
    );
  return header;
}

/** Returns the sha256 of a file; empty for a folder. */
async function writeEntry(
  { isFolder, content }: ArchiveEntry,
  path: string,
  { flush } = { flush: true },
): Promise<string> {
  if (isFolder) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return '';
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed, createWriteStream(path, { mode: 0o600, flush }));
  return hash.digest('hex');
}
