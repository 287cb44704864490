import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { artUrl, parseArtPath } from './cached-contour-art.tsx';
import { drawArt, traceRings } from './draw-art.ts';
import { renderArtMarkup } from './render-art-markup.ts';
import { terrainFor, terrains } from './terrain-names.ts';

const tile = { width: 480, height: 176 };

test('the art depends on the seed alone', () => {
  const one = drawArt({ seed: 'pay-per-results-seo', ...tile });
  expect(one).toMatchObject({ ...drawArt({ seed: 'pay-per-results-seo', ...tile, terrain: 'islands' }) });
  expect(drawArt({ seed: 'winning-websites', ...tile }).shoal).not.toBe(one.shoal);
});

test('contours leave the sheet without a bend at its edge', () => {
  let [near, bent] = [0, 0];
  for (const terrain of terrains) {
    for (let i = 0; i < 20; i += 1) {
      const { shoal, drying, land } = drawArt({ seed: `seed-${i}`, ...tile, terrain });
      for (const ring of [shoal, drying, land].flatMap((path) => path.match(/M[^z]*/g) ?? [])) {
        const steps = (ring.match(/-?\d+/g) ?? []).map(Number);
        let [x = 0, y = 0] = steps.splice(0, 4);
        for (let at = 0; at < steps.length - 2; at += 2) {
          const [ax = 0, ay = 0, bx = 0, by = 0] = steps.slice(at);
          x += ax;
          y += ay;
          if (Math.abs(Math.abs(x - 240) - 240) > 9 && Math.abs(Math.abs(y - 88) - 88) > 9) continue;
          if (Math.abs(x - 240) > 249 || Math.abs(y - 88) > 97) continue;
          near += 1;
          const turn = (ax * bx + ay * by) / Math.hypot(ax, ay) / Math.hypot(bx, by);
          if (turn < 0.7) bent += 1;
        }
      }
    }
  }
  expect(near).toBeGreaterThan(1000);
  expect(bent / near).toBeLessThan(0.05);
});

test('a tile is small: at most 2 KB compressed, whole numbers only', () => {
  for (let i = 0; i < 40; i += 1) {
    for (const terrain of terrains) {
      const paths = Object.values(drawArt({ seed: `seed-${i}`, ...tile, terrain })).join('');
      expect(gzipSync(paths).length).toBeLessThan(2048);
      expect(paths).toMatch(/^[Mqtz\d -]+$/);
    }
  }
});

test('B-180 the services of the sample have eight terrains', () => {
  const slugs = [
    'pay-per-results-seo',
    'winning-websites',
    'email-marketing',
    'review-generation-reputation',
    'accessibility-audit',
    'accessible-remediation',
    'paid-search-social',
    'conversion-analytics',
  ];
  expect(slugs.map((slug) => terrainFor(slug))).toEqual([
    'coast',
    'islands',
    'harbour',
    'strait',
    'island',
    'river',
    'reef',
    'atoll',
  ]);
});

test('open water has no land', () => {
  expect(drawArt({ seed: 'empty', ...tile, terrain: 'open' })).toMatchObject({
    land: '',
    drying: '',
    hill: '',
  });
});

test('rings close around high points, also at the edge and at saddles', () => {
  const low = Number.NEGATIVE_INFINITY;
  const rows = [
    [low, low, low, low, low],
    [low, 1, 0, 1, low],
    [low, 0, 1, 0, low],
    [low, low, low, low, low],
  ];
  const rings = traceRings({ columns: 5, rows: 4, heights: Float64Array.from(rows.flat()) }, 0.5);
  expect(rings.length).toBeGreaterThan(0);
  const intersections = rings.reduce((sum, ring) => sum + ring.length, 0);
  // every edge between high and low is intersected exactly once
  expect(intersections).toBe(12);
});

test('a URL is parsed as it was built; others are rejected', () => {
  const [, sheet = '', name = ''] = /^\/chart\/([^/]+)\/([^/]+)$/.exec(artUrl('a b/ç', 'cover')) ?? [];
  expect(parseArtPath(sheet, decodeURIComponent(name))).toMatchObject({
    seed: 'a b/ç',
    terrain: terrainFor('a b/ç'),
    width: 480,
    height: 220,
  });
  for (const bad of ['moon-3', 'toString-3']) expect(parseArtPath(bad, 'x.svg')).toBeUndefined();
  expect(parseArtPath('tile-3', 'x.png')).toBeUndefined();
  expect(parseArtPath('tile-3', `${'x'.repeat(300)}.svg`)).toBeUndefined();
});

const views = { posts: 'coastView', case_studies: 'lightSectors' } as const;

test('B-447 posts and case studies have one further kind of drawing each, in the layers and colours of the charts', () => {
  for (const [table, terrain] of Object.entries(views)) {
    const drawings = Array.from({ length: 40 }, (_, i) => drawArt({ seed: `seed-${i}`, ...tile, terrain }));
    expect(new Set(drawings.map(({ land }) => land)).size).toBe(40);
    for (const [i, art] of drawings.entries()) {
      const seed = `seed-${i}`;
      expect(terrainFor(seed, table)).toBe(terrain);
      expect(terrainFor(seed)).not.toBe(terrain);
      expect(parseArtPath(...fileOf(artUrl(seed, 'tile', table)))).toEqual({ seed, terrain, ...tile });
      expect(Object.values(art).every((path) => path !== '')).toBe(true);
      const paths = Object.values(art).join('');
      expect(gzipSync(paths).length).toBeLessThan(2048);
      expect(paths).toMatch(/^[MLQAqtahz\d -]+$/);
      const markup = renderArtMarkup({ seed, ...tile, terrain });
      expect(
        markup.match(/(?:fill|stroke)="[^"]*"/g)?.filter((one) => !/"(?:none|var\(--[\w-]+\))"/.test(one)),
      ).toEqual([]);
    }
  }
});

/** The two parameters of the route of a file. */
function fileOf(url: string): [sheet: string, name: string] {
  const [, , sheet = '', name = ''] = url.split('/');
  return [sheet, name];
}
