// Decodes uploads and encodes them again. They are never served as sent: no metadata (phones store the location), no
// second meaning of the bytes, no animation, no more pixels than needed.
import type { Metadata, Sharp } from 'sharp';
import type { LogoBackground } from '../../../agency/agency-logo.ts';
import { loadSharp } from '../../../art/load-sharp.server.ts';
import { uploadedPictureWidths } from '../../../ui/picture-sources.ts';
import { receiveUploadTexts } from './receive-upload-texts.ts';

const { errors } = receiveUploadTexts;

/** The maximum number of pixels that is decoded. */
const maxPixels = 50_000_000;
/** libvips keeps many lines in memory at once: 50 million pixels in one line took 1.3 GB. */
const maxSide = 30_000;
const maxDecodedBytes = 256 * 1024 * 1024;
/** The maximum size that is stored: tall enough for a screenshot of a whole page. */
export const maxStoredPictureSize = { width: 2400, height: 4096 };
const timeoutSeconds = 20;
const quality = 80;

export interface ProcessedPicture {
  width: number;
  height: number;
  /** files by name in the picture's folder; the largest is named by its size */
  files: Map<string, Buffer>;
  /** the original was animated; only its first frame is kept */
  wasAnimated: boolean;
  /** only for a logo */
  ground?: LogoBackground;
}

/** Why a picture is not accepted; the message is shown to the user. */
export class PictureError extends Error {}

/** Checks the header before anything is decoded. Bytes per pixel are measured: AVIF is decoded in several copies. */
function checkDecodedSize({ width, height, format, depth }: Metadata): void {
  const deep = depth === 'uchar' ? 1 : 2;
  const bytesPerPixel = format === 'heif' ? 8 + 8 * deep : 4 * deep;
  if (Math.max(width, height) > maxSide || width * height * bytesPerPixel > maxDecodedBytes)
    throw new PictureError(errors.tooManyPixels);
}

/** Opened by libvips only after a check of its first bytes and its size. */
export async function openPicture(original: Uint8Array): Promise<{ picture: Sharp; wasAnimated: boolean }> {
  const format = sniffPicture(original);
  if (format === null) {
    throw new PictureError(errors.wrongType);
  }
  const sharp = await loadSharp();
  const picture = sharp(original, { limitInputPixels: maxPixels, failOn: 'error' });
  const metadata = await picture.metadata();
  // libvips must detect the same format as the first bytes; it names AVIF by its container
  if (metadata.format !== (format === 'avif' ? 'heif' : format))
    throw new Error(`opened as ${metadata.format}`);
  checkDecodedSize(metadata);
  const wasAnimated = (metadata.pages ?? 1) > 1 || isAnimatedPng(original) || isAvifSequence(original);
  return { picture, wasAnimated };
}

/** Decodes once: upright, in sRGB, at most as large as it is stored. */
async function decode(original: Uint8Array) {
  try {
    const { picture, wasAnimated } = await openPicture(original);
    const decoded = await picture
      .autoOrient()
      .resize({ ...maxStoredPictureSize, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: timeoutSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { ...decoded, wasAnimated };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    if (/pixel limit/i.test(String(error))) {
      throw new PictureError(errors.tooManyPixels);
    }
    throw new PictureError(errors.damaged);
  }
}

/**
 * All sizes of a picture as WebP; `lossless` for flat colours. Throws a PictureError for a file that is no raster
 * image, damaged or too large.
 */
export async function encodePictureSizes(
  original: Uint8Array,
  { lossless = false }: { lossless?: boolean } = {},
): Promise<ProcessedPicture> {
  const { data, info, wasAnimated } = await decode(original);
  const { width, height, channels } = info;
  const sharp = await loadSharp();
  const files = new Map<string, Buffer>();
  for (const wanted of [...uploadedPictureWidths.filter((one) => one < width), width]) {
    const picture = sharp(data, { raw: { width, height, channels } }).resize({ width: wanted });
    const name = wanted === width ? `${width}x${height}.webp` : `${wanted}.webp`;
    files.set(name, await picture.webp({ quality, lossless }).toBuffer());
  }
  return { width, height, files, wasAnimated };
}

/** Image format by its first bytes, whatever type it claims; null if it is no raster image. */
function sniffPicture(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  if (start.slice(4, 8) === 'ftyp' && /^avi[fs]$/.test(start.slice(8, 12))) return 'avif';
  return null;
}

/** libvips opens only the first frame of these two, and does not say that there are more. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const control = start.indexOf('acTL');
  return (
    start.subarray(1, 4).toString('latin1') === 'PNG' && control !== -1 && control < start.indexOf('IDAT')
  );
}

function isAvifSequence(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(4, 12)).toString('latin1') === 'ftypavis';
}
