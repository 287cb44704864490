/**
 * Makes the committed font files in this folder from the @fontsource-variable packages. Run by hand after a
 * font update: `node site/fonts/subset-fonts.ts`. Nothing at build or run time needs the packages.
 *
 * Bricolage Grotesque is pinned to the one optical size and width the design uses (131 KB → 25 KB).
 * Atkinson Hyperlegible Mono is for code, names of settings and IDs, in the dashboard only.
 * Both Atkinson faces have a slashed zero and no feature without it, so that prices look struck out: the slash is
 * taken out of the outline. Widths, also the tabular ones, stay.
 *
 * outlines.json has the letters as SVG paths, for the pictures that the server draws (text-outliner.ts).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Blob, Buffer as TextBuffer, Face, Font, shape, Variation } from 'harfbuzzjs';
import subsetFont from 'subset-font';

const resolve = createRequire(import.meta.url).resolve;

/** English and French, with the punctuation and arrows that people paste into text fields. */
const latin = characters([
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x152, 0x153],
  [0x178, 0x178],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2260, 0x2265],
]);

/** Display words need no currency, arrows or mathematics. */
const displayLatin = characters([
  [0x20, 0x7e],
  [0xa0, 0xa1],
  [0xab, 0xab],
  [0xb7, 0xb7],
  [0xbb, 0xbb],
  [0xbf, 0xcf],
  [0xd1, 0xd6],
  [0xd8, 0xdc],
  [0xdf, 0xef],
  [0xf1, 0xf6],
  [0xf8, 0xfc],
  [0x152, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
]);

/** Letters of other languages, such as Ł of Łutselk'e, that are not a letter with an accent. For pictures only. */
const undecomposed = [...characters([[0x100, 0x24f]])]
  .filter((letter) => letter === letter.normalize('NFKD'))
  .join('');

const files = [
  {
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    text: displayLatin,
    target: 'bricolage-grotesque.woff2',
    variationAxes: { opsz: 96, wdth: 78, wght: { min: 700, max: 800 } },
    outlined: { display700: 700, display800: 800 },
  },
  {
    source:
      '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    text: latin,
    target: 'atkinson-hyperlegible-next.woff2',
    variationAxes: { wght: { min: 400, max: 750 } },
    outlined: { text600: 600 },
  },
  {
    source:
      '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2',
    text: latin,
    target: 'atkinson-hyperlegible-mono.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    outlined: {},
  },
] as const;

/** The last points of the zero's contours: its outside, then the two halves into which the slash divides its inside. */
const slashedEnds = [15, 26, 38];
/** The points without the slash, with one inner ring: up the right half, over the top, down the left half. */
const plainOrder = [...range(0, 19), ...range(28, 38), 27, ...range(20, 26)];
/** Phantom points: four points after those of a glyph that hold its metrics. */
const metricPoints = 4;

const keepFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

interface FaceOutlines {
  /** By character: its width and its path in font units, a thousand to the em. */
  letters: Record<string, string>;
  /** By first characters, a line for each change of their width: `CHANGE:NEXT CHARACTERS`. */
  kerning: Record<string, string>;
}

const outlines: Record<string, FaceOutlines> = {};

for (const { source, text, target, variationAxes, outlined } of files) {
  const subset = await subsetFont(await readFile(resolve(source)), text, {
    targetFormat: 'truetype',
    variationAxes: { ...variationAxes },
    noHinting: true,
    keepFeatures,
  });
  const drawn = source.includes('atkinson') ? removeZeroSlash(subset) : subset;
  const font = await subsetFont(drawn, text, { targetFormat: 'woff2', keepFeatures });
  await writeFile(new URL(target, import.meta.url), font);
  process.stdout.write(`${target} ${font.length} bytes\n`);
  for (const [name, weight] of Object.entries(outlined)) {
    const { letters, kerning } = outlineLetters(drawn, text, weight);
    const { letters: further } = outlineLetters(
      await subsetExtension(source, variationAxes),
      undecomposed,
      weight,
    );
    outlines[name] = { letters: { ...letters, ...further }, kerning };
  }
}
await writeFile(new URL('outlines.json', import.meta.url), `${JSON.stringify(outlines, null, 2)}\n`);

function characters(ranges: readonly (readonly [number, number])[]): string {
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .join('');
}

async function subsetExtension(source: string, variationAxes: object): Promise<Buffer> {
  const file = await readFile(resolve(source.replace('-latin-', '-latin-ext-')));
  return subsetFont(file, undecomposed, { targetFormat: 'truetype', variationAxes: { ...variationAxes } });
}

/** Throws if two characters are drawn as one, because text-outliner.ts has no ligatures. */
function outlineLetters(ttf: Buffer, text: string, weight: number): FaceOutlines {
  const font = new Font(new Face(new Blob(new Uint8Array(ttf).buffer)));
  font.setVariations([new Variation('wght', weight)]);
  const letters = [...text]
    .map((character) => ({ character, ...shapeFirst(font, character) }))
    .filter(({ glyph }) => glyph !== 0);
  const firstsByRow = new Map<string, string>();
  for (const { character: first, width } of letters) {
    const nextByChange = new Map<number, string>();
    for (const { character: next } of letters) {
      const change = shapeFirst(font, first + next).width - width;
      if (change !== 0) nextByChange.set(change, (nextByChange.get(change) ?? '') + next);
    }
    const row = [...nextByChange].map(([change, next]) => `${change}:${next}`).join('\n');
    if (row !== '') firstsByRow.set(row, (firstsByRow.get(row) ?? '') + first);
  }
  return {
    letters: Object.fromEntries(
      letters.map(({ character, glyph, width }) => [
        character,
        `${width} ${relativePath(font.glyphToPath(glyph))}`,
      ]),
    ),
    kerning: Object.fromEntries([...firstsByRow].map(([row, firsts]) => [firsts, row])),
  };
}

/** The first glyph; 0 is the sign for a missing character. */
function shapeFirst(font: Font, text: string): { glyph: number; width: number } {
  const buffer = new TextBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const glyphs = buffer.getGlyphInfos();
  if (glyphs.length !== text.length) throw new Error(`${text} is a ligature.`);
  return { glyph: glyphs[0]?.codepoint ?? 0, width: buffer.getGlyphPositions()[0]?.xAdvance ?? 0 };
}

/** The path with whole numbers, relative to where it begins, and with y downwards as in SVG. */
function relativePath(path: string): string {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  return [...path.matchAll(/([MLQZ])([^MLQZ]*)/g)]
    .map(([, command = '', numbers = '']) => {
      const steps = [...numbers.matchAll(/[-\d.]+/g)].map(([n], i) =>
        i % 2 === 0 ? Math.round(Number(n)) - x : -Math.round(Number(n)) - y,
      );
      x += steps.at(-2) ?? startX - x;
      y += steps.at(-1) ?? startY - y;
      if (command === 'M') [startX, startY] = [x, y];
      return command.toLowerCase() + steps.join(' ').replaceAll(' -', '-');
    })
    .join('');
}

/**
 * Redraws the zero of a TrueType font with one weight axis as two rings; the tabular zero refers to it. Throws if no
 * glyph is drawn like the slashed zero.
 */
function removeZeroSlash(font: Buffer): Buffer {
  const tables = readTables(font);
  const table = (tag: string): Buffer => tables.get(tag) ?? Buffer.alloc(0);
  const glyphCount = table('maxp').readUInt16BE(4);
  const hasLongOffsets = table('head').readInt16BE(50) === 1 || (table('gvar').readUInt16BE(14) & 1) === 1;
  if (hasLongOffsets) throw new Error('The font has long offsets, which are not written here.');
  const glyphs = splitTable(table('glyf'), table('loca'), glyphCount);
  const zero = glyphs.findIndex((glyph) => slashedEnds.every((end, i) => isEnd(glyph, i, end)));
  if (zero === -1) throw new Error('No glyph is drawn as the slashed zero was.');

  const gvar = table('gvar');
  const dataStart = gvar.readUInt32BE(16);
  const offsets = gvar.subarray(20, 22 + 2 * glyphCount);
  const deltas = splitTable(gvar.subarray(dataStart), offsets, glyphCount);
  glyphs[zero] = redrawGlyph(glyphs[zero] ?? Buffer.alloc(0));
  deltas[zero] = reorderDeltas(deltas[zero] ?? Buffer.alloc(0));
  const drawn = joinTable(glyphs);
  const moved = joinTable(deltas);
  tables.set('glyf', drawn.data);
  tables.set('loca', drawn.offsets);
  const shared = gvar.subarray(20 + offsets.length, dataStart);
  tables.set('gvar', Buffer.concat([gvar.subarray(0, 20), moved.offsets, shared, moved.data]));
  return writeTables(font.readUInt32BE(0), tables);
}

function isEnd(glyph: Buffer, contour: number, end: number): boolean {
  const contours = glyph.length > 0 ? glyph.readInt16BE(0) : 0;
  return contours === slashedEnds.length && glyph.readUInt16BE(10 + 2 * contour) === end;
}

/** The glyph with its points in the plain order, as two contours, with every coordinate as a 16-bit word. */
function redrawGlyph(glyph: Buffer): Buffer {
  const total = plainOrder.length;
  let at = 10 + 2 * slashedEnds.length;
  at += 2 + glyph.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = glyph.readUInt8(at++);
    const repeats = flag & 8 ? glyph.readUInt8(at++) : 0;
    flags.push(...Array.from({ length: repeats + 1 }, () => flag));
  }
  const axis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += (flag & same ? 1 : -1) * glyph.readUInt8(at++);
      else if (!(flag & same)) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const coordinates = [axis(2, 16), axis(4, 32)];
  const steps = coordinates.flatMap((values) =>
    plainOrder.map((point, i) => (values[point] ?? 0) - (values[plainOrder[i - 1] ?? -1] ?? 0)),
  );
  return Buffer.concat([
    words([2]),
    glyph.subarray(2, 10),
    words([slashedEnds[0] ?? 0, total - 1, 0]),
    Buffer.from(plainOrder.map((point) => (flags[point] ?? 0) & 1)),
    words(steps),
  ]);
}

/** The deltas of the weight axis for each point, in the plain order, written as one run of words per axis. */
function reorderDeltas(variation: Buffer): Buffer {
  const start = variation.readUInt16BE(2);
  const hasOneTuple = variation.readUInt16BE(0) === 1 && start === 8;
  if (!hasOneTuple || variation.readUInt8(start) !== 0) throw new Error('The zero varies in another way.');
  const total = plainOrder.length + metricPoints;
  const values: number[] = [];
  let at = start + 1;
  while (values.length < 2 * total) {
    const control = variation.readUInt8(at++);
    for (let left = (control & 63) + 1; left > 0; left -= 1) {
      if (control & 128) values.push(0);
      else if (control & 64) {
        values.push(variation.readInt16BE(at));
        at += 2;
      } else values.push(variation.readInt8(at++));
    }
  }
  const order = [...plainOrder, ...range(plainOrder.length, total - 1)];
  const runs = [0, total].map((first) =>
    Buffer.concat([Buffer.from([64 + total - 1]), words(order.map((point) => values[first + point] ?? 0))]),
  );
  const data = Buffer.concat([Buffer.from([0]), ...runs]);
  return Buffer.concat([variation.subarray(0, 4), words([data.length]), variation.subarray(6, 8), data]);
}

function words(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length);
  values.forEach((value, i) => buffer.writeInt16BE(value, 2 * i));
  return buffer;
}

/** Splits a table at offsets that are stored halved. */
function splitTable(data: Buffer, offsets: Buffer, count: number): Buffer[] {
  return range(0, count - 1).map((i) =>
    data.subarray(2 * offsets.readUInt16BE(2 * i), 2 * offsets.readUInt16BE(2 * i + 2)),
  );
}

function joinTable(parts: readonly Buffer[]): { data: Buffer; offsets: Buffer } {
  const even = parts.map((part) => Buffer.concat([part, Buffer.alloc(part.length % 2)]));
  const offsets = Buffer.alloc(2 * parts.length + 2);
  let end = 0;
  even.forEach((part, i) => offsets.writeUInt16BE((end += part.length) / 2, 2 * i + 2));
  return { data: Buffer.concat(even), offsets };
}

function readTables(font: Buffer): Map<string, Buffer> {
  const entries = range(0, font.readUInt16BE(4) - 1).map((i) => 12 + 16 * i);
  return new Map(
    entries.map((at) => {
      const start = font.readUInt32BE(at + 8);
      return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))];
    }),
  );
}

/** Writes the font without checksums, which subsetFont() computes afterwards. */
function writeTables(version: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.writeUInt32BE(version, 0);
  head.writeUInt16BE(tables.size, 4);
  const bodies: Buffer[] = [head];
  let end = head.length;
  [...tables].forEach(([tag, data], i) => {
    head.write(tag, 12 + 16 * i, 'latin1');
    head.writeUInt32BE(end, 20 + 16 * i);
    head.writeUInt32BE(data.length, 24 + 16 * i);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    bodies.push(data, padding);
    end += data.length + padding.length;
  });
  return Buffer.concat(bodies);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
