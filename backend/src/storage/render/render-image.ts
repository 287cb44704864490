// Only raster pictures are opened, told by their first bytes: what calls itself a picture may be a drawing that names
// files, or a small file that unpacks into gigabytes.
import type { default as OpenPicture, Sharp } from 'sharp';
import { invalidRequest } from '../errors.ts';
import type { Transform } from './transform.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

/** Largest original: in bytes, and in pixels once unpacked. */
export const mostInputBytes = 25 * 1024 * 1024;
const mostPixels = 40_000_000;
const patienceS = 10;
const defaultQuality = 80;

let loading: Promise<typeof OpenPicture> | undefined;

/** Loaded for the first picture: 29 MB that a server without pictures need not hold. */
function loadSharp(): Promise<typeof OpenPicture> {
  loading ??= (async () => {
    const { default: sharp } = await import('sharp');
    // One picture at a time a thread; nothing is kept of it afterwards.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  })();
  return loading;
}

/** The format of a picture by its first bytes; null for what is none of those we open. */
export function sniffFormat(bytes: Uint8Array): ImageFormat | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  if (start.slice(4, 8) === 'ftyp' && /^avi[fs]$/.test(start.slice(8, 12))) return 'avif';
  return null;
}

/** Makes a picture into another. Throws InvalidRequest for what cannot be opened. An animation becomes its first frame. */
export async function renderImage(
  original: Uint8Array,
  transform: Transform,
  format: ImageFormat,
): Promise<Buffer> {
  if (sniffFormat(original) === null)
    throw invalidRequest('The object is not a picture that can be transformed');
  const sharp = await loadSharp();
  try {
    const picture = sharp(original, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
    return await encode(resize(picture, transform), transform, format)
      .timeout({ seconds: patienceS })
      .toBuffer();
  } catch {
    throw invalidRequest('The picture is damaged, or too large to be transformed');
  }
}

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

function resize(picture: Sharp, { width, height, resize: mode }: Transform): Sharp {
  if (width === undefined && height === undefined) return picture;
  return picture.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: fits[mode ?? 'cover'],
    withoutEnlargement: true,
  });
}

function encode(picture: Sharp, { quality = defaultQuality }: Transform, format: ImageFormat): Sharp {
  if (format === 'png') return picture.png();
  if (format === 'gif') return picture.gif();
  if (format === 'avif') return picture.avif({ quality, effort: 2 });
  return picture.toFormat(format, { quality });
}
