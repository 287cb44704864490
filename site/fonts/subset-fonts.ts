/**
 * Makes the committed font files in this folder from the @fontsource-variable packages. Run by hand after a
 * font update: `node site/fonts/subset-fonts.ts`. Nothing at build or run time needs the packages.
 *
 * Bricolage Grotesque is pinned to the one optical size and width the design uses (131 KB → 25 KB).
 * Atkinson Hyperlegible Mono is for figures only (design rule: names are edited by staff, so a subset of
 * letters would break); public pages load the figures alone, the dashboard the whole Latin file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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

/** Digits, the marks around them, and the letters of month names, AM/PM, "px", "min" and "days". */
const figures = '0123456789 $%+-–.,:/×\u00a0ADFJMNOPSabcdegilmnoprstuvxy';

const files = [
  {
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    text: displayLatin,
    target: 'bricolage-grotesque.woff2',
    variationAxes: { opsz: 96, wdth: 78, wght: { min: 700, max: 800 } },
  },
  {
    source:
      '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    text: latin,
    target: 'atkinson-hyperlegible-next.woff2',
    variationAxes: { wght: { min: 400, max: 750 } },
  },
  {
    source:
      '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2',
    text: figures,
    target: 'atkinson-hyperlegible-mono-figures.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  {
    source:
      '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2',
    text: latin,
    target: 'atkinson-hyperlegible-mono.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
] as const;

for (const { source, text, target, variationAxes } of files) {
  const font = await subsetFont(await readFile(resolve(source)), text, {
    targetFormat: 'woff2',
    variationAxes: { ...variationAxes },
    noHinting: true,
    keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'],
  });
  await writeFile(new URL(target, import.meta.url), font);
  process.stdout.write(`${target} ${font.length} bytes\n`);
}

function characters(ranges: readonly (readonly [number, number])[]): string {
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .join('');
}
