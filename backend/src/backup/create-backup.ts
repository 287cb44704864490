// Writes the archive of a data folder while its server runs.
import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Client, ClientBase } from 'pg';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import { withClient } from '../database/database-client.ts';
import type { WalStream } from './continuous/wal-archive-state.ts';
import {
  archiveFormatVersion,
  archiveEntryNames,
  type ArchiveHeader,
  type ArchiveManifest,
  type ArchivedBlob,
  type TableFingerprint,
} from './archive-format.ts';
import { createArchiveWriter, type ArchiveWriter } from './archive-entries.ts';
import { copyBlobs, copyDataFiles, listBlobs } from './copy-files.ts';
import { createRestorePoint, type RestorePoint } from './restore-point.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterSettingsFiles } from '../database/embedded/initialize-cluster.ts';
import {
  foldersWithExcludedContent,
  unloggedFiles,
  isClusterFile,
  isClusterFolder,
  isFolderContentExcluded,
} from './known-files.ts';

export interface BackupOptions {
  dataDir: string;
  /** Null if the database is external: then only files and keys are backed up. */
  database: { connection: ConnectionParameters; cluster: string } | null;
  passphrase: string;
  /** The program's version. */
  program: string;
  /** Names of the settings in use. */
  settings: string[];
  /** The WAL stream that continues the backup. */
  log?: WalStream | undefined;
}

const maxRestorePoints = 3;

/** Writes the archive while the server runs. Ends `target`; rejects with its error, or the database's. */
export async function createBackup(options: BackupOptions, target: Writable): Promise<ArchiveManifest> {
  const archive = await createArchiveWriter(target, options.passphrase);
  try {
    const manifest = options.database
      ? await withClients(options.database.connection, (clients) => archiveAll(options, clients, archive))
      : await archiveFiles(options, archive);
    await copyDataFiles(options.dataDir, archive);
    await archive.addText(archiveEntryNames.manifest, JSON.stringify(manifest));
    await archive.finish();
    return manifest;
  } catch (error) {
    archive.abort(error as Error);
    throw error;
  }
}

interface Clients {
  /** While this connection is open, PostgreSQL keeps the base backup open and the WAL that it needs. */
  main: Client;
  reader: Client;
}

function withClients<Result>(
  connection: ConnectionParameters,
  work: (clients: Clients) => Promise<Result>,
): Promise<Result> {
  const unlimited = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';
  return withClient(connection, async (main) => {
    await main.query(unlimited);
    return withClient(connection, async (reader) => {
      await reader.query(unlimited);
      return work({ main, reader });
    });
  });
}

async function archiveAll(
  { dataDir, database, program, settings, log }: BackupOptions,
  { main, reader }: Clients,
  archive: ArchiveWriter,
): Promise<ArchiveManifest> {
  const { cluster = '', connection } = database ?? {};
  const { rows } = await main.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  await addHeader(archive, program, {
    postgresMajor: rows[0]?.major ?? null,
    ...(log && { log: { name: log.name, identity: log.identity } }),
  });
  await archive.addText(archiveEntryNames.password, connection?.password ?? '');
  const first = await copyCluster(cluster, main, archive);
  const blobs = new Map<string, ArchivedBlob>();
  const point = await cutAtRestorePoint(dataDir, { main, reader }, blobs, archive);
  await copyLog({ cluster, first, lsn: point.lsn }, main, archive);
  const { name: restorePoint, at, tables, blobVersions, missing } = point;
  return {
    database: { restorePoint, at, tables },
    blobs: blobVersions.flatMap((version) => blobs.get(version) ?? []),
    missingBlobs: missing,
    settings,
  };
}

/**
 * If stored files of the restore point are missing, their rows may have been deleted after it: a later point is made,
 * which needs few new files. Files that are missing at the last attempt were lost before the backup.
 */
async function cutAtRestorePoint(
  dataDir: string,
  { main, reader }: Clients,
  blobs: Map<string, ArchivedBlob>,
  archive: ArchiveWriter,
): Promise<RestorePoint & { tables: TableFingerprint[]; missing: string[] }> {
  for (let attempt = 1; ; attempt++) {
    const name = `backup-${randomBytes(8).toString('hex')}`;
    const { copied: missing, ...point } = await createRestorePoint(
      name,
      { writer: main, reader },
      ({ blobVersions }) => copyBlobs(dataDir, blobVersions, blobs, archive),
    );
    if (missing.length === 0 || attempt === maxRestorePoints) return { ...point, missing };
  }
}

async function archiveFiles(
  { dataDir, program, settings }: BackupOptions,
  archive: ArchiveWriter,
): Promise<ArchiveManifest> {
  await addHeader(archive, program, { postgresMajor: null });
  const blobs = new Map<string, ArchivedBlob>();
  await copyBlobs(dataDir, await listBlobs(dataDir), blobs, archive);
  return { database: null, blobs: [...blobs.values()], missingBlobs: [], settings };
}

function addHeader(
  archive: ArchiveWriter,
  program: string,
  database: Pick<ArchiveHeader, 'postgresMajor' | 'log'>,
): Promise<void> {
  const createdAt = new Date().toISOString();
  const header: ArchiveHeader = { format: archiveFormatVersion, createdAt, program, ...database };
  return archive.addText(archiveEntryNames.header, JSON.stringify(header));
}

/** Contains the position from which the WAL is replayed, so it is copied last. */
const controlFile = 'global/pg_control';
/** An earlier label belongs to a different backup. */
const copiedLast = new Set([controlFile, 'backup_label']);

/**
 * PostgreSQL's low-level base backup: copies its files while they change, and the WAL since the copy began. While
 * `client` is connected, that WAL is not removed.
 */
async function copyCluster(cluster: string, client: ClientBase, archive: ArchiveWriter): Promise<string> {
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
  const { rows: started } = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('backup', true)) as segment`,
  );
  await copyFolder(cluster, '', archive);
  await archive.addFile(`${archiveEntryNames.database}${controlFile}`, join(cluster, controlFile));
  const { rows: stopped } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await archive.addText(`${archiveEntryNames.database}backup_label`, stopped[0]?.labelfile ?? '');
  return started[0]?.segment ?? '';
}

async function copyFolder(cluster: string, folder: string, archive: ArchiveWriter): Promise<void> {
  const entries = await readdir(join(cluster, folder), { withFileTypes: true });
  const isUnlogged = unloggedFiles(entries.map(({ name }) => name));
  for (const entry of entries) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (isUnlogged(entry.name)) continue;
    if (entry.isSymbolicLink()) throw linkError(join(cluster, path));
    if (entry.isDirectory() && isClusterFolder(path)) await copySubfolder(cluster, path, archive);
    // A table may be dropped during the backup. Settings are included for people to read; a restore does not use them.
    const isKnown = isClusterFile(path) ? !copiedLast.has(path) : clusterSettingsFiles.includes(path);
    if (entry.isFile() && isKnown)
      await archive.addFile(archiveEntryNames.database + path, join(cluster, path));
  }
}

async function copySubfolder(cluster: string, path: string, archive: ArchiveWriter): Promise<void> {
  await archive.addFolder(archiveEntryNames.database + path);
  if (!isFolderContentExcluded(path)) return copyFolder(cluster, path, archive);
  for (const inside of foldersWithExcludedContent(path))
    await archive.addFolder(archiveEntryNames.database + inside);
  const entries = await readdir(join(cluster, path), { withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link) throw linkError(join(cluster, path, link.name));
}

function linkError(path: string): Error {
  return new Error(`${path} is a link: tablespaces and links in the database's folder cannot be backed up`);
}

const segmentName = /^[0-9A-F]{24}$/;

/** Copies the WAL from `first` to the segment that contains `lsn`, which is completed. */
async function copyLog(
  { cluster, first, lsn }: { cluster: string; first: string; lsn: string },
  client: ClientBase,
  archive: ArchiveWriter,
): Promise<void> {
  const { rows } = await client.query<{ segment: string }>('select pg_walfile_name($1::pg_lsn) as segment', [
    lsn,
  ]);
  await client.query('select pg_switch_wal()');
  const last = rows[0]?.segment ?? '';
  const folder = join(cluster, 'pg_wal');
  for (const name of (await readdir(folder)).toSorted()) {
    const isNeeded = segmentName.test(name) ? name >= first && name <= last : name.endsWith('.history');
    if (isNeeded) await archive.addFile(`${archiveEntryNames.database}pg_wal/${name}`, join(folder, name));
  }
}

/** An arbitrary number, the same in every server. */
const lock = 7_204_913_355;

/** Lets servers that share a database back it up one after the other. */
export function withBackupLock<Result>(
  connection: ConnectionParameters,
  work: () => Promise<Result>,
): Promise<Result> {
  return withClient(connection, async (client) => {
    // A backup may take longer than a statement may.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lock]);
    return work();
  });
}
