// Resizes images: only raster images, detected by their first bytes, because other formats may refer to files of the
// server (SVG), and because a small file may decompress to gigabytes.
import type { default as SharpModule, Metadata, Sharp } from 'sharp';
import { invalidStorageRequestError } from '../errors.ts';
import type { ImageTransform } from './transform.ts';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

/** The compressed size; pixel limits apply to the decompressed image. */
export const maxImageInputBytes = 25 * 1024 * 1024;
const maxPixels = 40_000_000;
/** libvips keeps many lines in memory at once: 50 million pixels in one line took 1.3 GB. */
const maxSide = 30_000;
const maxDecodedBytes = 256 * 1024 * 1024;
const timeoutS = 10;
const defaultQuality = 80;

let loading: Promise<typeof SharpModule> | undefined;

/** Loaded for the first image, because it takes 29 MB of memory. */
function loadSharp(): Promise<typeof SharpModule> {
  loading ??= (async () => {
    const { default: sharp } = await import('sharp');
    // One thread per image, and no cache of decoded images.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  })();
  return loading;
}

/** By the first bytes; null for a format that is not opened. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  if (start.slice(4, 8) === 'ftyp' && /^avi[fs]$/.test(start.slice(8, 12))) return 'avif';
  return null;
}

/** An animation becomes its first frame. Throws InvalidRequest for an image that cannot be opened. */
export async function renderImage(
  original: Uint8Array,
  transform: ImageTransform,
  format: ImageFormat,
): Promise<Buffer> {
  if (detectImageFormat(original) === null)
    throw invalidStorageRequestError('The object is not a picture that can be transformed');
  const sharp = await loadSharp();
  try {
    const picture = sharp(original, { limitInputPixels: maxPixels, failOn: 'error' });
    checkDecodedSize(await picture.metadata());
    const image = picture.autoOrient();
    return await encode(resize(image, transform), transform, format)
      .timeout({ seconds: timeoutS })
      .toBuffer();
  } catch {
    throw invalidStorageRequestError('The picture is damaged, or too large to be transformed');
  }
}

/** Checks the header before anything is decoded. Bytes per pixel are measured: AVIF is decoded in several copies. */
function checkDecodedSize({ width, height, format, depth }: Metadata): void {
  const deep = depth === 'uchar' ? 1 : 2;
  const bytesPerPixel = format === 'heif' ? 8 + 8 * deep : 4 * deep;
  if (Math.max(width, height) > maxSide || width * height * bytesPerPixel > maxDecodedBytes)
    throw new Error('too large once decoded');
}

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

function resize(image: Sharp, { width, height, resize: mode }: ImageTransform): Sharp {
  if (width === undefined && height === undefined) return image;
  return image.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: fits[mode ?? 'cover'],
    withoutEnlargement: true,
  });
}

function encode(image: Sharp, { quality = defaultQuality }: ImageTransform, format: ImageFormat): Sharp {
  if (format === 'png') return image.png();
  if (format === 'gif') return image.gif();
  if (format === 'avif') return image.avif({ quality, effort: 2 });
  return image.toFormat(format, { quality });
}

/** The minimum that a file takes on the disk: visitors choose the sizes, and thousands of files may be tiny. */
const blockBytes = 4096;

/** Keys are hexadecimal. */
export function createImageCache(folder: string, maxBytes: number) {
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => size,
    dispose: (_size, key) => void rm(join(folder, key), { force: true }).catch(() => {}),
  });
  return {
    async read(key: string) {
      if (sizes.get(key) === undefined) return null;
      // Another process may have cleared the folder.
      return readFile(join(folder, key)).catch(() => null);
    },
    async write(key: string, image: Uint8Array) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = join(folder, `${key}.${randomUUID()}`);
      await writeFile(partial, image, { mode: 0o600 });
      await rename(partial, join(folder, key));
      sizes.set(key, Math.max(1, Math.ceil(image.byteLength / blockBytes)) * blockBytes);
    },
    /** Also deletes what an earlier process left. */
    async clear() {
      sizes.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A cache on disk, which evicts the least recently used above a size. All images can be rendered again. */
export type ImageCache = ReturnType<typeof createImageCache>;
