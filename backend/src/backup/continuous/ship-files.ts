// Copies new stored files, changed small files of DATA_DIR to the target of the WAL archive.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { blobPath } from '../archive-format.ts';
import { listDataFiles } from '../copy-files.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import type { WalStream } from './wal-archive-state.ts';
import { compressAndEncryptFile, walArchiveFileSuffix, walStreamFolders } from './wal-files.ts';

/** Must be longer than any transaction that stores a file. */
const overlapMs = 10 * 60 * 1000;

/**
 * Stored files never change, so each is copied once; those that existed before `since` are in a base backup. Small
 * files of DATA_DIR are copied whenever they change.
 */
export async function createFileShipper(options: {
  dataDir: string;
  target: BackupTarget;
  stream: WalStream;
  since: number;
}) {
  const { dataDir, target, stream, since } = options;
  const folders = walStreamFolders(stream.name);
  const shipped = new Set((await target.list(folders.blobs)).map(({ name }) => versionOf(name)));
  /** Change times of small files, by path. */
  const changes = new Map<string, number>();
  let readUntil: Date | undefined;

  async function ship(path: string, name: string): Promise<void> {
    const encrypted = await compressAndEncryptFile(createReadStream(path), stream.identity);
    try {
      await target.write(name + walArchiveFileSuffix, encrypted);
    } catch (error) {
      // The file may have been deleted since it was listed; any other error is one of the target.
      const missing = error as NodeJS.ErrnoException;
      if (missing.code !== 'ENOENT' || missing.path !== path) throw error;
    }
  }

  async function shipBlob(version: string): Promise<void> {
    if (shipped.has(version)) return;
    const path = join(dataDir, 'storage', 'blobs', blobPath(version));
    // A link has the modification time of its original, but a change time of its own.
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.ctimeMs >= since) await ship(path, folders.blobs + version);
    shipped.add(version);
  }

  async function shipDataFile(path: string): Promise<void> {
    const file = join(dataDir, path);
    const stats = await stat(file).catch(() => undefined);
    if (stats === undefined || stats.ctimeMs === changes.get(path)) return;
    if (stats.ctimeMs >= since)
      await ship(file, `${folders.data}${String(Date.now()).padStart(13, '0')}/${path}`);
    changes.set(path, stats.ctimeMs);
  }

  return {
    /** Copies what is new since the last call to the target. */
    async run(client: ClientBase) {
      const { versions, at } = await readVersions(client, readUntil);
      for (const version of versions) await shipBlob(version);
      for (const path of await listDataFiles(dataDir)) await shipDataFile(path);
      readUntil = new Date(at.getTime() - overlapMs);
    },
  };
}

export type FileShipper = Awaited<ReturnType<typeof createFileShipper>>;

function versionOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1, -walArchiveFileSuffix.length);
}

/** Empty if there is no storage schema. */
async function readVersions(
  client: ClientBase,
  since: Date | undefined,
): Promise<{ versions: string[]; at: Date }> {
  const { rows: found } = await client.query<{ at: Date; exists: boolean }>(
    `select now() as at, to_regclass('storage.objects') is not null as exists`,
  );
  const { at = new Date(), exists = false } = found[0] ?? {};
  if (!exists) return { versions: [], at };
  const { rows } = await client.query<{ version: string }>(
    `select version from storage.objects where version is not null and ($1::timestamptz is null or updated_at >= $1)`,
    [since ?? null],
  );
  return { versions: rows.map(({ version }) => version), at };
}
