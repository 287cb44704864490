import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * Returns how many pixels differ and a picture that marks them; null if none does. Pixels that only one of the two has
 * count as different.
 */
export function comparePictures(before: Buffer, after: Buffer): { pixels: number; png: Buffer } | null {
  // Equal pixels give equal bytes, because the same encoder wrote both.
  if (before.equals(after)) return null;
  const one = PNG.sync.read(before);
  const other = PNG.sync.read(after);
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const map = new PNG({ width, height });
  const options = { threshold: 0, includeAA: true, checkerboard: false };
  const pixels = pixelmatch(
    enlarge(one, width, height),
    enlarge(other, width, height),
    map.data,
    width,
    height,
    options,
  );
  return pixels === 0 ? null : { pixels, png: PNG.sync.write(map) };
}

/** Fills the space to the right and below with magenta, which no page uses. */
function enlarge(picture: PNG, width: number, height: number): Buffer {
  if (picture.width === width && picture.height === height) return picture.data;
  const larger = new PNG({ width, height });
  larger.data.fill(Buffer.from([255, 0, 255, 255]));
  PNG.bitblt(picture, larger, 0, 0, picture.width, picture.height, 0, 0);
  return larger.data;
}
