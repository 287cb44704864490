import sharp from 'sharp';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodePictureSizes } from './encode-picture-sizes.server.ts';

const blue = { channels: 3 as const, background: '#336699' };

function canvas(width: number, height: number) {
  return sharp({ create: { width, height, ...blue } });
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe('B-14 an uploaded picture is redrawn', () => {
  test('in every width that is smaller than its own, and its own', async () => {
    const { width, height, files } = await encodePictureSizes(await canvas(1000, 500).png().toBuffer());
    expect({ width, height }).toEqual({ width: 1000, height: 500 });
    expect([...files.keys()]).toEqual(['480.webp', '960.webp', '1000x500.webp']);
    for (const [name, bytes] of files) {
      const facts = await sharp(bytes).metadata();
      expect([facts.format, facts.width], name).toEqual(['webp', Number.parseInt(name, 10)]);
    }
  });

  test('location and camera data are removed, and the picture is upright', async () => {
    const photo = await canvas(300, 200)
      .withExif({ IFD3: { GPSLatitude: '44/1 38/1 0/1', GPSLatitudeRef: 'N' }, IFD0: { Model: 'Phone 9' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { width, height, files } = await encodePictureSizes(photo);
    expect([width, height]).toEqual([200, 300]);
    for (const bytes of files.values()) {
      const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes('Phone 9')).toBe(false);
    }
  });

  test('a picture is stored no larger than a page can use; a screenshot of a whole page stays readable', async () => {
    const wide = await encodePictureSizes(await canvas(5000, 1000).jpeg().toBuffer());
    expect([wide.width, wide.height]).toEqual([2400, 480]);
    const tall = await encodePictureSizes(await canvas(1200, 4000).png().toBuffer());
    expect([tall.width, tall.height]).toEqual([1200, 4000]);
  });

  test('an animation becomes its first frame; transparency is kept', async () => {
    const frames = await sharp(
      [await canvas(20, 20).png().toBuffer(), await canvas(20, 20).negate().png().toBuffer()],
      { join: { animated: true } },
    );
    for (const animation of [await frames.clone().gif().toBuffer(), await frames.clone().webp().toBuffer()]) {
      expect((await sharp(animation).metadata()).pages).toBe(2);
      const made = await encodePictureSizes(animation);
      const { pages, height } = await sharp([...made.files.values()][0]).metadata();
      expect([pages ?? 1, height, made.wasAnimated]).toEqual([1, 20, true]);
    }
    const still = await canvas(20, 20).png().toBuffer();
    expect((await encodePictureSizes(still)).wasAnimated).toBe(false);
    expect((await encodePictureSizes(await canvas(20, 20).gif().toBuffer())).wasAnimated).toBe(false);
    expect((await encodePictureSizes(animatedPng(still))).wasAnimated).toBe(true);
    const clear = sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0 } },
    });
    const made = await encodePictureSizes(await clear.png().toBuffer());
    expect((await sharp([...made.files.values()][0]).metadata()).hasAlpha).toBe(true);
  });

  test('AVIF and pictures of 16 bits, of grey and of printing inks are accepted', async () => {
    for (const bytes of [
      await canvas(64, 64).toColourspace('cmyk').jpeg().toBuffer(),
      await canvas(64, 64).avif({ effort: 0 }).toBuffer(),
      await canvas(64, 64).toColourspace('rgb16').png().toBuffer(),
      await canvas(64, 64).grayscale().png().toBuffer(),
    ]) {
      const made = await encodePictureSizes(bytes);
      expect((await sharp([...made.files.values()][0]).metadata()).space).toBe('srgb');
    }
  });
});

describe('B-14 what is no raster picture is refused with a clear line', () => {
  const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  test.each([
    ['a drawing', Buffer.from(svg), /isn't supported/],
    ['a drawing behind white space', Buffer.from(`\n \ufeff${svg}`), /isn't supported/],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), /isn't supported/],
    ['a PDF', Buffer.from('%PDF-1.7\n'), /isn't supported/],
    ['nothing', Buffer.alloc(0), /isn't supported/],
    ['a drawing that begins as a JPEG', Buffer.concat([jpegHead, Buffer.from(svg)]), /damaged/],
    ['a drawing that begins as a GIF', Buffer.from(`GIF89a/*${svg}`), /damaged/],
  ])('%s', async (_, bytes, message) => {
    await expect(encodePictureSizes(bytes)).rejects.toThrow(message);
  });

  test('a truncated photograph is refused', async () => {
    const photo = await canvas(400, 400).jpeg().toBuffer();
    await expect(encodePictureSizes(photo.subarray(0, photo.length - 300))).rejects.toThrow(/damaged/);
  });

  test('bytes after a picture are dropped', async () => {
    const picture = await canvas(30, 30).png().toBuffer();
    const { files } = await encodePictureSizes(Buffer.concat([picture, Buffer.from(svg)]));
    for (const bytes of files.values()) expect(bytes.includes('script')).toBe(false);
  });
});

/** The picture with the chunk that announces two frames after its header. */
function animatedPng(still: Buffer): Buffer {
  const body = Buffer.alloc(12);
  body.write('acTL', 0, 'latin1');
  body.writeUInt32BE(2, 4);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(8);
  sum.writeUInt32BE(crc32(body));
  const headerEnd = 33;
  return Buffer.concat([still.subarray(0, headerEnd), length, body, sum, still.subarray(headerEnd)]);
}
