import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Rendered pictures on disk, the least used ones deleted past a bound. Nothing here is needed: all can be made again. */
export interface ImageCache {
  read(key: string): Promise<Buffer<ArrayBuffer> | null>;
  write(key: string, picture: Uint8Array): Promise<void>;
  /** Forgets what an earlier process left. */
  clear(): Promise<void>;
}

/** Keys are hexadecimal. */
export function createImageCache(folder: string, mostBytes: number): ImageCache {
  const sizes = new LRUCache<string, number>({
    maxSize: mostBytes,
    sizeCalculation: (size) => size,
    dispose: (_size, key) => void rm(join(folder, key), { force: true }).catch(() => {}),
  });
  return {
    async read(key) {
      if (sizes.get(key) === undefined) return null;
      // Another process may have cleared the folder.
      return readFile(join(folder, key)).catch(() => null);
    },
    async write(key, picture) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const half = join(folder, `${key}.${randomUUID()}`);
      await writeFile(half, picture, { mode: 0o600 });
      await rename(half, join(folder, key));
      sizes.set(key, Math.max(1, picture.byteLength));
    },
    async clear() {
      sizes.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
