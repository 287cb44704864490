import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { blobPath } from '../archive-format.ts';
import { listBlobs } from '../copy-files.ts';
import { isBlobVersion, isDataFile } from '../known-files.ts';
import { readBlobVersions } from '../restore-point.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import type { WalStream } from './wal-archive-state.ts';
import { sealedSuffix, unseal } from './seal.ts';
import { streamFolders } from './stream-folders.ts';

interface Source {
  target: BackupTarget;
  stream: WalStream;
}

/**
 * Stored files that the base backup lacks; those that were deleted since are removed. Returns the versions that the
 * archive lacks too.
 */
export async function fetchBlobs(client: ClientBase, dataDir: string, source: Source): Promise<string[]> {
  const missing: string[] = [];
  const versions = (await readBlobVersions(client)).filter(isBlobVersion);
  const named = new Set(versions);
  for (const version of await listBlobs(dataDir))
    if (!named.has(version)) await rm(join(dataDir, 'storage', 'blobs', blobPath(version)), { force: true });
  for (const version of versions) {
    const path = join(dataDir, 'storage', 'blobs', blobPath(version));
    if (existsSync(path)) continue;
    const name = `${streamFolders(source.stream.name).blobs}${version}${sealedSuffix}`;
    if (!(await fetchFile(name, path, source))) missing.push(version);
  }
  return missing;
}

/** Keys and mails as they were at a time, where they changed after the base backup. */
export async function fetchDataFiles(
  dataDir: string,
  { from, until }: { from: number; until: number },
  source: Source,
): Promise<void> {
  const folder = streamFolders(source.stream.name).data;
  const entries = await source.target.list(folder);
  for (const { name } of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const [time = '', ...parts] = name.slice(folder.length, -sealedSuffix.length).split('/');
    const path = parts.join('/');
    if (Number(time) < from || Number(time) > until || !isDataFile(path)) continue;
    await fetchFile(name, join(dataDir, path), source);
  }
}

async function fetchFile(name: string, path: string, { target, stream }: Source): Promise<boolean> {
  try {
    const content = unseal(await target.read(name), stream.identity);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
