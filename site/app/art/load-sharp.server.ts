// Loads the library that decodes, draws and encodes pictures.
import type { default as OpenPicture } from 'sharp';

let loading: Promise<typeof OpenPicture> | undefined;

/** Loaded for the first picture, because it takes 29 MB that other servers do not need. */
export function loadSharp(): Promise<typeof OpenPicture> {
  loading ??= (async () => {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  })();
  return loading;
}
