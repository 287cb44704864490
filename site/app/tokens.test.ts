import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requiredContrasts } from './colours/required-contrasts.fixture.ts';

const css = readFileSync(new URL('ui/tokens.css', import.meta.url), 'utf8');

/** Colour tokens as [light, dark]; a single value applies to both. */
const tokens = new Map<string, readonly [string, string]>();
for (const [, name = '', value = ''] of css.matchAll(/^ {2}(--[\w-]+): ([^;]+);/gm)) {
  const pair = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value);
  if (pair) tokens.set(name, [pair[1] ?? '', pair[2] ?? '']);
  else if (/^#\w{6}$/.test(value)) tokens.set(name, [value, value]);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one: string, other: string, theme: 0 | 1): number {
  const [a, b] = [tokens.get(one)?.[theme], tokens.get(other)?.[theme]].map((hex) => luminance(hex ?? ''));
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05);
}

for (const [theme, name] of [
  [0, 'day'],
  [1, 'night'],
] as const) {
  test.each(requiredContrasts)(
    `A-2 A-3 A-25 by ${name} %s on %j has a contrast of %d`,
    (mark, grounds, least) => {
      for (const ground of grounds)
        expect(ratio(mark, ground, theme), `${mark} on ${ground}`).toBeGreaterThanOrEqual(least);
    },
  );
}
