import { readFileSync } from 'node:fs';
// not 'culori', which would register the colour spaces that the module must register itself
import { wcagContrast } from 'culori/fn';
import { describe, expect, test } from 'vitest';
import {
  colourTokens,
  presetBrandColours,
  type BrandColours,
  type ColourToken,
  palettes,
} from './colour-tokens.ts';
import { createColourStyleSheet, findColourStyleSheet } from './colour-style-sheet.server.ts';
import { requiredContrasts } from './required-contrasts.fixture.ts';
import { deriveColours } from './derive-colours.ts';

const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');

/** The values in ui/tokens.css. */
const presets = new Map<string, readonly [string, string]>();
for (const [, name = '', value = ''] of css.matchAll(/^ {2}(--[\w-]+): ([^;]+);/gm)) {
  const [, day, night] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? [];
  if (day !== undefined && night !== undefined) presets.set(name, [day, night]);
  else if (/^#\w{6}$/.test(value)) presets.set(name, [value, value]);
}

function brokenPromises(brand: BrandColours): string[] {
  const values = deriveColours(brand);
  const valueOf = (token: string, theme: 0 | 1) =>
    (values[token.slice(2) as ColourToken] ?? presets.get(token))?.[theme] ?? '';
  return requiredContrasts.flatMap(([mark, grounds, least]) =>
    grounds.flatMap((ground) =>
      ([0, 1] as const).flatMap((theme) => {
        const ratio = wcagContrast(valueOf(mark, theme), valueOf(ground, theme));
        const name = `${Object.values(brand).join(' ')}: ${mark} on ${ground} ${theme} ${ratio.toFixed(2)}`;
        return ratio >= least ? [] : [name];
      }),
    ),
  );
}

/** Every colour of a grid: red, green and blue at each of some levels. */
function gridOf(levels: readonly string[]): string[] {
  return levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => `#${r}${g}${b}`)));
}
const coarse = gridOf(['00', '80', 'ff']);
const dense = gridOf(['00', '33', '66', '99', 'cc', 'ff']);

function expectPromisesOf(grid: readonly string[]): void {
  for (const name of ['main', 'accent', 'ground'] as const)
    for (const hex of grid) expect(brokenPromises({ ...presetBrandColours, [name]: hex })).toEqual([]);
  for (let i = 0; i < grid.length; i += 1) {
    const at = (step: number) => grid[(i * step) % grid.length] ?? '';
    expect(brokenPromises({ main: at(1), accent: at(37), ground: at(101) })).toEqual([]);
  }
}

describe('B-67 A-2 A-3 own colours end at the contrasts of the product', () => {
  test('text has a contrast of 7:1 and lines of 3:1 in both themes, whatever colours are chosen', () => {
    expectPromisesOf(coarse);
  });

  test('the contrasts are kept on a dense grid of colours too @audit', () => {
    expectPromisesOf(dense);
  });

  test('the ready palettes keep their colours as they are', () => {
    for (const brand of Object.values(palettes)) {
      expect(brokenPromises(brand)).toEqual([]);
      const { harbour, land, 'magenta-line': line } = deriveColours(brand);
      expect([harbour[0], line[0], land[0]]).toEqual([brand.main, brand.accent, brand.ground]);
    }
  });
});

test('the presets are the values of the tokens', () => {
  for (const [name, { preset }] of Object.entries(colourTokens))
    expect([name, preset]).toEqual([name, presets.get(`--${name}`)]);
});

test('a colour that is fine is kept, one that is not is moved no further than it must', () => {
  const { harbour, land } = deriveColours({ ...presetBrandColours, main: '#ff6600', ground: '#336699' });
  expect(harbour[0]).not.toBe('#ff6600');
  const lowest = Math.min(
    ...['#f4f9f9', '#ffffff', land[0]].map((ground) => wcagContrast(harbour[0], ground)),
  );
  expect(lowest).toBeLessThan(8.5);
  expect(deriveColours({ ...presetBrandColours, main: '#7a1f1f' }).harbour[0]).toBe('#7a1f1f');
});

test('the address has the colours and a hash of what they become; another one is not served', () => {
  const { address, css: sheet } = createColourStyleSheet(palettes.forest);
  expect(address).toMatch(/^\/colours\/1d5138-b8480f-f2e8c9-[0-9a-f]{8}\.css$/);
  const name = address.slice('/colours/'.length);
  expect(findColourStyleSheet(name)?.css).toBe(sheet);
  for (const bad of [name.replace('1d5138', '1d5139'), `${name}x`, '../x.css', name.toUpperCase()])
    expect([bad, findColourStyleSheet(bad)]).toEqual([bad, undefined]);
  expect(sheet).toMatch(/^@media \(forced-colors:none\)\{:root:root\{(--[\w-]+:[#\w(),-]+;?)+\}\}$/);
});
