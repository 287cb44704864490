// Unpacks a backup archive into an empty DATA_DIR: checks entries, checksums, settings.
import { chownSync, createWriteStream, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { findBinaries } from '../database/embedded/binaries.ts';
import { prepareClusterDirectory, type ClusterLocation } from '../database/embedded/cluster-location.ts';
import {
  clusterSettingsFiles,
  writeDefaultClusterSettings,
  fsyncCluster,
} from '../database/embedded/initialize-cluster.ts';
import { ensureWritableFolder } from '../database/folders.ts';
import {
  restoreMarkerFile,
  readClusterMetadata,
  writeClusterMetadata,
} from '../database/embedded/cluster-metadata.ts';
import { StartupError } from '../errors/startup-error.ts';
import {
  archiveFormatVersion,
  blobPath,
  archiveEntryNames,
  parseArchiveHeader,
  parseArchiveManifest,
  type ArchiveHeader,
  type ArchiveManifest,
} from './archive-format.ts';
import { readBuiltInRows, type BuiltInRows } from './built-in-rows.ts';
import { forEachArchiveEntry, type ArchiveEntry } from './archive-entries.ts';
import { isBlobVersion, isClusterFile, isClusterFolder, isDataFile } from './known-files.ts';

export interface UnpackedArchive {
  header: ArchiveHeader;
  manifest: ArchiveManifest;
  /** Undefined if the archive contains no database. */
  directory: ClusterLocation | undefined;
  /** Names in the archive that this program does not write. */
  leftOut: string[];
  /** What the replay of its WAL needs; no other setting of the archive is used. */
  limits: Record<string, string>;
  /** Names of settings that were made with ALTER SYSTEM. */
  changedSettings: string[];
  /** Those of this PostgreSQL, to compare the archive's with. Undefined if the archive contains no database. */
  builtIn: BuiltInRows | undefined;
}

/** Called before anything else is written. */
export type ArchiveHeaderCheck = (header: ArchiveHeader) => Promise<void> | void;

/**
 * Unpacks into a folder that must be empty or missing. Until `restoreMarkerFile` is removed, no server starts there. Throws
 * a StartupError that names the problem; the caller removes what was written.
 */
export async function unpackArchive(
  source: Readable,
  passphrase: string,
  dataDir: string,
  checkFirst: ArchiveHeaderCheck = () => {},
): Promise<UnpackedArchive> {
  ensureWritableFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  if (readdirSync(dataDir).length > 0)
    throw new StartupError(`${dataDir} is not empty: set DATA_DIR to an empty or a new folder`);
  writeFileSync(join(dataDir, restoreMarkerFile), '', { mode: 0o600 });
  const unpacking = createUnpacking(dataDir, checkFirst);
  await forEachArchiveEntry(source, passphrase, unpacking.write);
  return unpacking.finish();
}

function createUnpacking(dataDir: string, checkFirst: ArchiveHeaderCheck) {
  const hashes = new Map<string, string>();
  const leftOut: string[] = [];
  const archived = readArchivedSettings();
  let header: ArchiveHeader | undefined;
  let manifest: ArchiveManifest | undefined;
  let directory: ClusterLocation | undefined;

  async function write(entry: ArchiveEntry): Promise<void> {
    const { name } = entry;
    if (name === archiveEntryNames.header) {
      if (header) throw new StartupError('the backup has two headers: use another one');
      header = checkHeader(parseArchiveHeader(await text(entry.content)));
      await checkFirst(header);
      if (header.postgresMajor !== null) directory = prepareCluster(dataDir);
    } else if (name === archiveEntryNames.password) {
      const metadata = readClusterMetadata(dataDir);
      const password = await text(entry.content);
      if (metadata) writeClusterMetadata(dataDir, { ...metadata, password });
    } else if (name === archiveEntryNames.manifest) {
      manifest = parseArchiveManifest(await text(entry.content));
    } else if (name.startsWith(archiveEntryNames.database) && directory) {
      await writeToCluster(directory, name.slice(archiveEntryNames.database.length), entry);
    } else if (
      name.startsWith(archiveEntryNames.blobs) &&
      isBlob(name.slice(archiveEntryNames.blobs.length))
    ) {
      const path = name.slice(archiveEntryNames.blobs.length);
      hashes.set(path, await writeEntry(entry, join(dataDir, 'storage', 'blobs', path)));
    } else if (
      name.startsWith(archiveEntryNames.data) &&
      isDataFile(name.slice(archiveEntryNames.data.length))
    ) {
      await writeEntry(entry, join(dataDir, name.slice(archiveEntryNames.data.length)));
    } else if (!entry.isFolder) leftOut.push(name);
  }

  async function writeToCluster(
    { cluster, account }: ClusterLocation,
    path: string,
    entry: ArchiveEntry,
  ): Promise<void> {
    if (clusterSettingsFiles.includes(path) && !entry.isFolder)
      return archived.add(await text(entry.content));
    if (!(entry.isFolder ? isClusterFolder(path) : isClusterFile(path))) return void leftOut.push(entry.name);
    await writeEntry(entry, join(cluster, path), { flush: false });
    if (account) chownSync(join(cluster, path), account.uid, account.gid);
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
    const builtIn = directory && (await writeDefaultClusterSettings(directory, readBuiltInRows));
    if (directory) await fsyncCluster(directory);
    const { limits, changed } = archived;
    return { header, manifest, directory, leftOut, limits, changedSettings: [...changed], builtIn };
  }

  return { write, finish };
}

function isBlob(path: string): boolean {
  const version = path.slice(path.indexOf('/') + 1);
  return isBlobVersion(version) && path === blobPath(version);
}

function prepareCluster(dataDir: string): ClusterLocation {
  const directory = prepareClusterDirectory(dataDir, findBinaries());
  mkdirSync(directory.cluster, { mode: 0o700 });
  if (directory.account) chownSync(directory.cluster, directory.account.uid, directory.account.gid);
  return directory;
}

function checkHeader(header: ArchiveHeader): ArchiveHeader {
  if (header.format > archiveFormatVersion)
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

/** Replay stops if one of these is lower than on the original; PostgreSQL requires no other settings to be equal. */
const replayLimits = [
  'max_connections',
  'max_worker_processes',
  'max_wal_senders',
  'max_prepared_transactions',
  'max_locks_per_transaction',
];
const largestLimit = 10_000;

/** Reads numbers and names from the settings in an archive, which are never applied because they may name programs. */
function readArchivedSettings() {
  const limits: Record<string, string> = {};
  const changed = new Set<string>();
  return {
    limits,
    changed,
    add(content: string): void {
      const isBySystem = content.startsWith('# Do not edit this file manually!');
      for (const line of content.split('\n')) {
        const [, name = '', value = ''] = /^\s*(\w+)\s*=?\s*'?([^'#]*)/.exec(line) ?? [];
        if (name === '') continue;
        const limit = Number(value.trim());
        if (replayLimits.includes(name) && Number.isInteger(limit) && limit > 0 && limit <= largestLimit)
          limits[name] = String(Math.max(limit, Number(limits[name] ?? 0)));
        if (isBySystem) changed.add(name);
      }
    },
  };
}
