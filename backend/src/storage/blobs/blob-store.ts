// The bytes of objects, one file a version. A file is written once, named by a random number and never changed, so
// whoever reads it sees one version whole, and no name of an object ever becomes a path.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tooLarge } from '../errors.ts';

export interface WrittenBlob {
  /** Bytes. */
  size: number;
  /** Hex; the ETag without its quotes. */
  md5: string;
}

export interface BlobStore {
  /** Writes a file and forces it to disk. Throws EntityTooLarge past `mostBytes`; then, or when the source fails, nothing stays. */
  write(version: string, source: AsyncIterable<Uint8Array>, mostBytes: number): Promise<WrittenBlob>;
  /** Opens a file for reading; null when it is gone. */
  open(version: string): Promise<FileHandle | null>;
  /** Makes a second version of the same bytes; false when the first is gone. */
  duplicate(from: string, to: string): Promise<boolean>;
  /** Deletes a file, or what is left of one. */
  remove(version: string): Promise<void>;
}

const versionForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createBlobStore(folder: string): BlobStore {
  function pathOf(version: string): string {
    // A row may hold anything.
    if (!versionForm.test(version)) throw new Error('not the name of a blob');
    return join(folder, 'blobs', version.slice(0, 2), version);
  }

  async function remove(version: string): Promise<void> {
    if (versionForm.test(version)) await rm(pathOf(version), { force: true });
  }

  return {
    async write(version, source, mostBytes) {
      const path = pathOf(version);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(path, 'wx', 0o600);
      try {
        const written = await pour(source, handle, mostBytes);
        await handle.sync();
        await handle.close();
        await syncFolder(dirname(path));
        return written;
      } catch (error) {
        await handle.close().catch(() => {});
        await remove(version);
        throw error;
      }
    },

    async open(version) {
      if (!versionForm.test(version)) return null;
      return ifThere(open(pathOf(version), 'r'));
    },

    async duplicate(from, to) {
      if (!versionForm.test(from)) return false;
      const path = pathOf(to);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const made = await ifThere(
        // Where the file system has no links, the bytes are copied.
        link(pathOf(from), path)
          .catch((error: unknown) => {
            if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
            return copyFile(pathOf(from), path, constants.COPYFILE_EXCL);
          })
          .then(() => true),
      );
      if (made !== null) await syncFolder(dirname(path));
      return made !== null;
    },

    remove,
  };
}

async function pour(
  source: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  mostBytes: number,
): Promise<WrittenBlob> {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge();
    hash.update(chunk);
    let done = 0;
    while (done < chunk.byteLength) done += (await handle.write(chunk, done)).bytesWritten;
  }
  return { size, md5: hash.digest('hex') };
}

/** Without this a power cut could take the name of a file whose bytes are safe. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function ifThere<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
