import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Client } from 'pg';
import { clientConfig } from '../database/connection.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import { DatabaseClient } from '../database/database-client.ts';
import type { WalStream } from './continuous/wal-archive-state.ts';
import { archiveFormat, entryNames } from './archive-format.ts';
import type { ArchiveHeader, ArchiveManifest, StoredBlob, TableFingerprint } from './archive-format.ts';
import { createArchiveWriter } from './archive-writer.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { copyCluster, copyLog } from './copy-cluster.ts';
import { copyBlobs, copyDataFolder, listBlobs } from './copy-files.ts';
import { createRestorePoint } from './restore-point.ts';
import type { RestorePoint } from './restore-point.ts';

export interface BackupOptions {
  dataDir: string;
  /** Null where the database is elsewhere: then files and keys alone are backed up. */
  database: { connection: DatabaseConnection; cluster: string } | null;
  passphrase: string;
  /** The program's version. */
  program: string;
  /** Names of the settings in use. */
  settings: string[];
  /** What continues the backup. */
  log?: WalStream | undefined;
}

const maxRestorePoints = 3;

/** While the server runs. Ends `target`; rejects with its error, or the database's. */
export async function createBackup(options: BackupOptions, target: Writable): Promise<ArchiveManifest> {
  const archive = await createArchiveWriter(target, options.passphrase);
  try {
    const manifest = options.database
      ? await withClients(options.database.connection, (clients) => archiveAll(options, clients, archive))
      : await archiveFiles(options, archive);
    await copyDataFolder(options.dataDir, archive);
    await archive.addText(entryNames.manifest, JSON.stringify(manifest));
    await archive.finish();
    return manifest;
  } catch (error) {
    archive.abort(error as Error);
    throw error;
  }
}

interface Clients {
  /** Holds the base backup and the WAL. */
  main: Client;
  reader: Client;
}

async function withClients<Result>(
  connection: DatabaseConnection,
  work: (clients: Clients) => Promise<Result>,
): Promise<Result> {
  const clients = {
    main: new DatabaseClient(clientConfig(connection)),
    reader: new DatabaseClient(clientConfig(connection)),
  };
  try {
    for (const client of Object.values(clients)) {
      await client.connect();
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    }
    return await work(clients);
  } finally {
    for (const client of Object.values(clients)) await client.end().catch(() => {});
  }
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
  await archive.addText(entryNames.password, connection?.password ?? '');
  const first = await copyCluster(cluster, main, archive);
  const blobs = new Map<string, StoredBlob>();
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
 * Files of rows that were deleted after the point are gone: then a later point is cut, which needs few new files. What
 * is missing at the last one was lost before.
 */
async function cutAtRestorePoint(
  dataDir: string,
  { main, reader }: Clients,
  blobs: Map<string, StoredBlob>,
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
  const blobs = new Map<string, StoredBlob>();
  await copyBlobs(dataDir, await listBlobs(dataDir), blobs, archive);
  return { database: null, blobs: [...blobs.values()], missingBlobs: [], settings };
}

function addHeader(
  archive: ArchiveWriter,
  program: string,
  database: Pick<ArchiveHeader, 'postgresMajor' | 'log'>,
): Promise<void> {
  const createdAt = new Date().toISOString();
  const header: ArchiveHeader = { format: archiveFormat, createdAt, program, ...database };
  return archive.addText(entryNames.header, JSON.stringify(header));
}
