import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** On disk; evicts the least recently used past a size. All can be rendered again. */
export interface ImageCache {
  read(key: string): Promise<Buffer<ArrayBuffer> | null>;
  write(key: string, image: Uint8Array): Promise<void>;
  /** Also what an earlier process left. */
  clear(): Promise<void>;
}

/** What a file takes of the disk, however small: visitors choose the sizes, and thousands may have a few bytes. */
const blockBytes = 4096;

/** Keys are hexadecimal. */
export function createImageCache(folder: string, maxBytes: number): ImageCache {
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => size,
    dispose: (_size, key) => void rm(join(folder, key), { force: true }).catch(() => {}),
  });
  return {
    async read(key) {
      if (sizes.get(key) === undefined) return null;
      // Another process may have cleared the folder.
      return readFile(join(folder, key)).catch(() => null);
    },
    async write(key, image) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = join(folder, `${key}.${randomUUID()}`);
      await writeFile(partial, image, { mode: 0o600 });
      await rename(partial, join(folder, key));
      sizes.set(key, Math.max(1, Math.ceil(image.byteLength / blockBytes)) * blockBytes);
    },
    async clear() {
      sizes.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
