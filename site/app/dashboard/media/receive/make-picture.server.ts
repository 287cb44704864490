// What staff send is opened once, drawn anew and never shown itself: no metadata (a phone writes where it was), no
// second meaning of the same bytes, no animation, no more pixels than a page can use.
import type { default as OpenPicture, Sharp } from 'sharp';
import { uploadedWidths } from '../../../ui/picture-sources.ts';
import { sniffPicture } from './sniff-picture.ts';

/** The largest that is opened, in pixels once unpacked. */
const mostPixels = 50_000_000;
/** The largest that is kept. Tall enough for a screenshot of a whole page. */
const box = { width: 2400, height: 4096 };
const patienceS = 20;
const quality = 80;

export interface MadePicture {
  width: number;
  height: number;
  /** each file by its name in the picture's folder; the largest one is named by its size */
  files: Map<string, Buffer>;
}

/** Why something is no picture that we take: said to the person who sent it. */
export class PictureRefusal extends Error {}

let loading: Promise<typeof OpenPicture> | undefined;

/** Loaded for the first picture: 29 MB that a server without uploads need not hold. */
function loadSharp(): Promise<typeof OpenPicture> {
  loading ??= (async () => {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  })();
  return loading;
}

async function open(original: Uint8Array): Promise<Sharp> {
  const format = sniffPicture(original);
  if (format === null) {
    throw new PictureRefusal("That file type isn't supported. Choose a JPEG, PNG, WebP, GIF or AVIF file.");
  }
  const sharp = await loadSharp();
  const picture = sharp(original, { limitInputPixels: mostPixels, failOn: 'error' });
  const facts = await picture.metadata();
  // what libvips sees must be what the first bytes said; it calls AVIF by its container
  if (facts.format !== (format === 'avif' ? 'heif' : format)) throw new Error(`opened as ${facts.format}`);
  return picture;
}

/** Decodes once, the right way up, in sRGB and as large as it will be kept. */
async function unpack(original: Uint8Array) {
  try {
    const picture = await open(original);
    return await picture
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: patienceS })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof PictureRefusal) throw error;
    if (/pixel limit/i.test(String(error))) {
      throw new PictureRefusal('This image is too large. Resize it to less than 50 megapixels first.');
    }
    throw new PictureRefusal("This image is damaged and can't be opened. Save it again and retry.");
  }
}

/** All sizes of a picture as WebP. Throws a PictureRefusal for what is no raster picture, damaged or too large. */
export async function makePicture(original: Uint8Array): Promise<MadePicture> {
  const { data, info } = await unpack(original);
  const { width, height, channels } = info;
  const sharp = await loadSharp();
  const files = new Map<string, Buffer>();
  for (const wanted of [...uploadedWidths.filter((one) => one < width), width]) {
    const picture = sharp(data, { raw: { width, height, channels } }).resize({ width: wanted });
    const name = wanted === width ? `${width}x${height}.webp` : `${wanted}.webp`;
    files.set(name, await picture.webp({ quality }).toBuffer());
  }
  return { width, height, files };
}
