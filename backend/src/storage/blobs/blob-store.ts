// Stores one file per version of an object, named by a random id and never changed: a reader always sees one version,
// and no object name becomes a path.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fsyncFolder, catchMissingFile } from '../../database/folders.ts';
import { objectTooLargeError } from '../errors.ts';

interface WrittenBlob {
  size: number;
  /** Hex; the ETag without its quotes. */
  md5: string;
}

const versionPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createBlobStore(folder: string) {
  function pathOf(version: string): string {
    // The row may contain any text.
    if (!versionPattern.test(version)) throw new Error('not the name of a blob');
    return join(folder, 'blobs', version.slice(0, 2), version);
  }

  async function remove(version: string): Promise<void> {
    if (versionPattern.test(version)) await rm(pathOf(version), { force: true });
  }

  return {
    /** Syncs the file to disk. Throws EntityTooLarge past `maxBytes`; on any error the file is removed. */
    async write(version: string, source: AsyncIterable<Uint8Array>, maxBytes: number) {
      const path = pathOf(version);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(path, 'wx', 0o600);
      try {
        const written = await writeAll(source, handle, maxBytes);
        await handle.sync();
        await handle.close();
        await fsyncFolder(dirname(path));
        return written;
      } catch (error) {
        await handle.close().catch(() => {});
        await remove(version);
        throw error;
      }
    },

    async open(version: string) {
      if (!versionPattern.test(version)) return null;
      return catchMissingFile(open(pathOf(version), 'r'), null);
    },

    /** False if the first version does not exist. */
    async duplicate(from: string, to: string) {
      if (!versionPattern.test(from)) return false;
      const path = pathOf(to);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const created = await catchMissingFile(
        // Falls back to a copy, because not every file system has hard links.
        link(pathOf(from), path)
          .catch((error: unknown) => {
            if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
            return copyFile(pathOf(from), path, constants.COPYFILE_EXCL);
          })
          .then(() => true),
        false,
      );
      if (created) await fsyncFolder(dirname(path));
      return created;
    },

    remove,
  };
}

export type BlobStore = ReturnType<typeof createBlobStore>;

async function writeAll(
  source: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  maxBytes: number,
): Promise<WrittenBlob> {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > maxBytes) throw objectTooLargeError();
    hash.update(chunk);
    let written = 0;
    while (written < chunk.byteLength) written += (await handle.write(chunk, written)).bytesWritten;
  }
  return { size, md5: hash.digest('hex') };
}
