import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { renderShareImage, wrapTitle } from './render-share-image.server.ts';
import { parseShareImagePath, shareImagePath } from './share-image-path.ts';
import { shareColours } from '../colours/colour-tokens.ts';

const facts = { title: 'Accessibility Audit', caption: 'Accessibility', seed: 'accessibility-audit' };

test('S-3 a share image is a PNG of 1200 × 630 with text in our own fonts', async () => {
  const png = await renderShareImage('/share/a', facts, { name: 'Maple', hasSampleMark: false });
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const pen = createCanvas(10, 10).getContext('2d');
  function widthIn(font: string): number {
    pen.font = `800 84px ${font}`;
    return pen.measureText(facts.title).width;
  }
  // The display face is narrow; a fallback would be wider.
  expect(widthIn('"Share Display"')).toBeLessThan(0.85 * widthIn('"Share Text"'));
  expect(widthIn('"Share Text"')).not.toBe(widthIn('"No such face"'));
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
    const { size, lines } = wrapTitle(title, 592, measure);
    for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(592);
    expect(lines.length * size).toBeLessThanOrEqual(270);
  }
});

test('a share image has the colours of the light theme', () => {
  const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(shareColours)) {
    const token = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(css).toMatch(new RegExp(`--${token}: light-dark\\(${value},`));
  }
});
