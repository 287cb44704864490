import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { loadTextOutliner } from '../../fonts/text-outliner.ts';
import { readUploadedPicture } from './read-share-image-content.server.ts';
import { renderShareImage, fitTitle } from './render-share-image.server.ts';
import { parseShareImagePath, shareImagePath } from './share-image-path.ts';
import { presetInlineColours } from '../colours/colour-tokens.ts';

const facts = { title: 'Accessibility Audit', caption: 'Accessibility', seed: 'accessibility-audit' };
const blank = { title: '', caption: '', seed: facts.seed };
const nameless = { name: '', hasSampleMark: false };

/** The area in which two share images differ. */
async function changedArea(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).raw().toBuffer()));
  if (!a || !b) throw new Error('no pixels');
  const pixels = Array.from({ length: 1200 * 630 }, (_, i) => i).filter(
    (i) => a.readUIntBE(3 * i, 3) !== b.readUIntBE(3 * i, 3),
  );
  const columns = pixels.map((i) => i % 1200).sort((x, y) => x - y);
  const [left = 0, right = 0] = [columns[0], columns.at(-1)];
  const [top = 0, bottom = 0] = [pixels[0], pixels.at(-1)].map((i = 0) => Math.floor(i / 1200));
  return { left, top, width: right + 1 - left, height: bottom + 1 - top };
}

test('S-3 a share image is a PNG of 1200 × 630 with text in our own fonts', async () => {
  const png = await renderShareImage('/share/a', facts, { name: 'Maple', hasSampleMark: false });
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const outline = await loadTextOutliner();
  const display = outline(facts.title, 'display800');
  // The display face is narrow.
  expect(display.width).toBeLessThan(0.85 * outline(facts.title, 'text600').width);
  expect(display.path.match(/M\d/g)).toHaveLength(facts.title.length);
  const { left, width } = await changedArea(png, await renderShareImage('/share/b', blank, nameless));
  expect(left).toBeGreaterThanOrEqual(64);
  expect(Math.abs(width - 0.104 * outline('Accessibility', 'display800').width)).toBeLessThan(15);
});

test('letters move closer together in pairs, and accents are part of their letters', async () => {
  const outline = await loadTextOutliner();
  const alone = [...'AV'].reduce((sum, letter) => sum + outline(letter, 'display800').width, 0);
  expect(outline('AV', 'display800').width).toBeLessThan(alone);
  expect(outline('É'.normalize('NFD'), 'display800')).toEqual(outline('É', 'display800'));
  expect(outline('É', 'display800')).not.toEqual(outline('E', 'display800'));
});

test('a character that the fonts lack becomes its letter without the accent, or is left out', async () => {
  const outline = await loadTextOutliner();
  for (const [text, drawn] of [
    ['Dvořák', 'Dvorák'],
    ['ﬁn‑ish', 'fin-ish'],
    ['中Go 🚀\u0007\uD800 on', 'Go on'],
    ['Жук', ''],
  ] as const)
    expect([text, outline(text, 'display800')]).toEqual([text, outline(drawn, 'display800')]);
  for (const letter of 'ŁłĐđØøÞþ') expect(outline(letter, 'display800').path, letter).not.toBe('');
  // letters of the other face
  expect(outline('€', 'display800').path).toBe(outline('€', 'text600').path);
  const nothing = { title: '中', caption: '', seed: 'x' };
  const png = await renderShareImage('/share/nothing', nothing, { name: '', hasSampleMark: true });
  expect(png.readUInt32BE(16)).toBe(1200);
});

test('a logo of any format and shape is drawn in its area instead of the name', async () => {
  const plain = await renderShareImage('/share/plain', facts, nameless);
  const wide = { left: 64, top: 57, width: 400, height: 50 };
  for (const [format, ground, width, height, drawn] of [
    ['png', 'any', 800, 100, wide],
    ['jpeg', 'light', 800, 100, wide],
    ['webp', 'any', 800, 100, wide],
    ['gif', 'light', 30, 300, { left: 64, top: 44, width: 8, height: 76 }],
    ['webp', 'light', 20, 4, { left: 64, top: 44, width: 380, height: 76 }],
    ['webp', 'dark', 800, 100, { left: 48, top: 43, width: 432, height: 78 }],
  ] as const) {
    const magenta = sharp({ create: { width, height, channels: 3, background: '#c2186f' } });
    const picture = await magenta.toFormat(format).toBuffer();
    const logo = { url: '/logo', dark: null, width, height, ground };
    const agency = { name: 'Maple', hasSampleMark: false, logo, picture };
    const address = `/share/${format}-${ground}-${width}`;
    const png = await renderShareImage(address, facts, agency);
    expect([address, await changedArea(png, plain)]).toEqual([address, drawn]);
  }
});

test('a logo that is damaged is not drawn, like one that is missing', async () => {
  const whole = await sharp({ create: { width: 800, height: 100, channels: 3, background: '#c2186f' } })
    .webp({ lossless: true })
    .toBuffer();
  const huge = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>');
  const damaged = [
    Buffer.alloc(0),
    Buffer.from('no picture'),
    whole.subarray(0, 30),
    whole.subarray(0, -9),
    huge,
  ];
  for (const stored of [...damaged, null, whole]) {
    const download = async () => ({ data: stored && new Blob([new Uint8Array(stored)]) });
    const client = { storage: { from: () => ({ download }) } } as unknown as Parameters<
      typeof readUploadedPicture
    >[0];
    const read = await readUploadedPicture(client, 'http://x/storage/v1/object/public/pictures/logo.webp');
    expect(read).toEqual(stored === whole ? whole : null);
  }
});

test('S-18 the path changes with the contents, and other paths are not parsed', () => {
  const address = shareImagePath('services', 'accessibility-audit', facts, { name: 'Maple' });
  expect(
    shareImagePath('services', 'accessibility-audit', { ...facts, title: 'Audit' }, { name: 'Maple' }),
  ).not.toBe(address);
  expect(shareImagePath('services', 'accessibility-audit', facts, { name: 'Birch' })).not.toBe(address);
  const [, , kind = '', name = ''] = address.split('/');
  expect(parseShareImagePath(kind, name)).toEqual({ kind: 'services', slug: 'accessibility-audit' });
  for (const bad of ['x.png', 'X-1.png', 'x-1.svg', '../x-1.png', `${'x'.repeat(101)}-1.png`])
    expect([bad, parseShareImagePath('services', bad)]).toEqual([bad, undefined]);
  expect(parseShareImagePath('leads', name)).toBeUndefined();
});

test('a title of any length fits', () => {
  const measure = (text: string, size: number) => text.length * size * 0.5;
  for (const title of ['Short', 'Six words that take two lines', 'word '.repeat(40), 'x'.repeat(200)]) {
    const { size, lines } = fitTitle(title, 592, measure);
    for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(592);
    expect(lines.length * size).toBeLessThanOrEqual(270);
  }
});

test('a share image has the colours of the light theme', () => {
  const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  const { dark: _, ...light } = presetInlineColours;
  for (const [name, value] of Object.entries(light)) {
    const token = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(css).toMatch(new RegExp(`--${token}: light-dark\\(${value},`));
  }
});
