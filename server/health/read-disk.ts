import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskHealth } from '../../site/app/data/server-health.ts';

const lowShare = 0.1;
const lowBytes = 2_000_000_000;
/** Beyond that many, sizes of stored files are not read. */
const maxFiles = 100_000;
const keptMs = 600_000;

/** Null where the folder cannot be read. Sizes of files are at most ten minutes old. */
export function createDiskReader(
  dataDir: string,
): (databaseBytes: number | null) => Promise<DiskHealth | null> {
  let files = { bytes: null as number | null, readAt: -Infinity };

  async function readFileBytes(): Promise<number | null> {
    if (Date.now() - files.readAt > keptMs)
      files = { bytes: await sizeOf(join(dataDir, 'storage')), readAt: Date.now() };
    return files.bytes;
  }

  return async (databaseBytes) => {
    try {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      const freeBytes = bavail * bsize;
      const sizeBytes = blocks * bsize;
      const isLow = isDiskLow(freeBytes, sizeBytes);
      return { freeBytes, sizeBytes, isLow, databaseBytes, fileBytes: await readFileBytes() };
    } catch {
      return null;
    }
  };
}

/** On a small disk a tenth, on a large one room for some days of work. */
export function isDiskLow(freeBytes: number, sizeBytes: number): boolean {
  return freeBytes < Math.min(sizeBytes * lowShare, lowBytes);
}

async function sizeOf(folder: string): Promise<number | null> {
  let bytes = 0;
  let count = 0;
  const folders = [folder];
  for (const each of folders) {
    const entries = await readdir(each, { withFileTypes: true }).catch(() => []);
    count += entries.length;
    if (count > maxFiles) return null;
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(each, name)));
    const files = entries.filter((entry) => entry.isFile());
    // A file may be deleted meanwhile.
    const sizes = await Promise.all(
      files.map(({ name }) =>
        lstat(join(each, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    for (const size of sizes) bytes += size;
  }
  return bytes;
}
