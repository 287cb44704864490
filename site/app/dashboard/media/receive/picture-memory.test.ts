// Tests that a small file which decodes to gigabytes is refused. Pictures are opened in separate processes, whose peak
// memory is measured.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface PngShape {
  bitDepth?: number;
  isInterlaced?: boolean;
}

/** A complete PNG in one shade of grey. */
function greyPng(
  width: number,
  height: number,
  { bitDepth = 1, isInterlaced = false }: PngShape = {},
): Buffer {
  function chunk(type: string, body: Buffer): Buffer {
    const typed = Buffer.concat([Buffer.from(type), body]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(body.length, 0);
    frame.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, 0, 0, 0, isInterlaced ? 1 : 0], 8);
  const rows = Buffer.alloc(
    height * (1 + Math.ceil((width * bitDepth) / 8)) + (isInterlaced ? 8 * height : 0),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** 48 million pixels of one blue, for which the encoder needs a minute. */
const largeAvif = inflateSync(
  Buffer.from(
    'eNpjYGCQSSupLEgsy0xjYGBgyM1MMwSxczMTQfxruakliQwQoJiRklMEZTMUZCaXMKABpcyc/GQQw8WBgZGBESz2C0ozMOsyMDAoZ2bmga0Bi4pm5qWlMkF5iWUGhiAmX0FmSS5cSVhmQVEBAwODRWZBcj4DAwNPYpmhc6M9WJNIZnFBKsRweQcGBnGQOoGCzIpMsHUcHBwMDAximQW5MPczMjAyNzIxMzAwm+amJJYIMXBx2X+2qy/7NkHgQqbRHDZhoZZjnO3zKp81OTAwhJ8/46q0T/eaS0fYtKCOxoRJ13ojtrWqT9PPSe4z0ArMLbVX9DitFjffp2Xr1Gdqs675vA3OTTtUvvtfZ6LzzdklGbtn//Jcvb7D8kGEY5bFd8WJbC6Fx/1W/HI6EHH+TFDcxLn1/rFuNwxv3zX+lH5rzaaW2u2BMyY23S8J1UmdLrKj5diz5Zyyv6xi3hamvFE55aB158Sh27lTd4kf+KKoIFVwWEflvZnyxPU55ZzLThY6Bf2p+/Ky8c2NSLJMPpKg1Co++eHjtqzMFcIzw+ZM8Tt1aZXs3/ezDK6yM5eXG+gyWjg1jDoaxdEVNHF0pB/nj/s/NS0mbQwwXlx6fq7Ir/Kfb3wr/9x9v97vh/iTFz2rczNo4aVv88XC3t6Lu3PgRHdizWS7LC3djbOfzrn7iX9+4und6fH3JNWueQEAxJrIyQ==',
    'base64',
  ),
);

function drawing(body: string, head = 'width="200" height="50"'): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${head}>${body}</svg>`);
}

function dataUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`;
}

function embedded(png: Buffer): Buffer {
  return drawing(`<image width="9" height="9" href="${dataUrl(png)}"/>`);
}

/** 31 KB that need 2.3 GB to draw. */
const large = greyPng(16_000, 16_000);
interface Opened {
  message: string;
  /** by which the peak memory of the process grew */
  megabytes: number;
}

/** Opens files one after the other in one process, which first opens a small picture. */
async function open(files: readonly Buffer[], as: 'picture' | 'logo'): Promise<Opened[]> {
  const paths = files.map((_, index) => join(folder, `${as}-${index}`));
  await Promise.all(files.map((file, index) => writeFile(paths[index]!, file)));
  const module = as === 'picture' ? 'encode-picture-sizes.server.ts' : 'process-logo.server.ts';
  const script = `
    import { readFileSync } from 'node:fs';
    const { ${as === 'picture' ? 'encodePictureSizes' : 'processLogo'}: make } = await import(${JSON.stringify(join(import.meta.dirname, module))});
    await make(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'));
    const opened = [];
    for (const path of ${JSON.stringify(paths)}) {
      const file = readFileSync(path);
      const before = process.resourceUsage().maxRSS;
      const message = await make(file).then(() => 'made', (error) => error.message);
      opened.push({ message, megabytes: (process.resourceUsage().maxRSS - before) / 1024 });
    }
    console.log(JSON.stringify(opened));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout) as Opened[];
}

const refused: [name: string, make: () => Buffer | Promise<Buffer>][] = [
  ['a PNG of one line', () => greyPng(49_999_999, 1)],
  ['a PNG of one column', () => greyPng(1, 49_999_999)],
  ['an interlaced PNG of one line', () => greyPng(49_999_999, 1, { isInterlaced: true })],
  ['a PNG of 256 megapixels', () => large],
  ['a PNG of 16 bits', () => greyPng(7000, 7000, { bitDepth: 16 })],
  ['an AVIF', () => largeAvif],
  ['a GIF of one line', async () => sharp(greyPng(60_000, 1)).gif().toBuffer()],
  ['a JPEG of one line', async () => sharp(greyPng(60_000, 1)).jpeg().toBuffer()],
];

describe.each(['picture', 'logo'] as const)('as a %s', (as) => {
  let opened: Opened[];
  beforeAll(async () => {
    opened = await open(await Promise.all(refused.map(([, make]) => make())), as);
  });

  test.each(refused.map(([name], index) => ({ name, index })))(
    `B-14 $name that is too large once decoded is refused as a ${as}, in little memory`,
    ({ index }) => {
      expect(opened[index]?.message).toMatch(/too large/);
      expect(opened[index]?.megabytes).toBeLessThan(100);
    },
  );
});

const refusedDrawings: [name: string, make: () => Buffer, message: RegExp][] = [
  ['a PNG of one line in it', () => embedded(greyPng(49_999_999, 1)), /transparent|too much memory/],
  ['a size of one line', () => drawing('<path d="M0 0h9v9z"/>', 'width="49999999" height="1"'), /too large/],
  ['a picture of 256 megapixels', () => embedded(large), /too much memory/],
  ['a picture in a style', () => drawing(`<path style="fill:url(${dataUrl(large)})"/>`), /another file/],
  [
    'a picture as the default of an attribute',
    () =>
      Buffer.from(
        `<!DOCTYPE svg [<!ATTLIST image href CDATA "${dataUrl(large)}">]>${drawing('<image width="9" height="9"/>')}`,
      ),
    /read parts of this SVG/,
  ],
];

describe('drawings', () => {
  let opened: Opened[];
  beforeAll(async () => {
    opened = await open(
      refusedDrawings.map(([, make]) => make()),
      'logo',
    );
  });

  test.each(refusedDrawings.map(([name, , message], index) => ({ name, message, index })))(
    'B-67 a drawing with $name is refused, in little memory',
    ({ message, index }) => {
      expect(opened[index]?.message).toMatch(message);
      expect(opened[index]?.megabytes).toBeLessThan(100);
    },
  );
});

test.for<[string, () => Buffer | Promise<Buffer>]>([
  ['a PNG of 48 megapixels', () => greyPng(8000, 6000, { bitDepth: 8 })],
  ['a photograph of 48 megapixels', async () => sharp(greyPng(8064, 6048)).jpeg().toBuffer()],
  ['a screenshot of a long page', () => greyPng(1440, 28_000, { bitDepth: 8 })],
])('B-14 %s is still accepted', async ([, make]) => {
  const [opened] = await open([await make()], 'picture');
  expect(opened?.message).toBe('made');
  expect(opened?.megabytes).toBeLessThan(350);
});
