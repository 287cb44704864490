import { terrainFor, terrains, type Terrain } from './terrain-names.ts';

/** The sheet sizes that are served as files, in drawing units. */
export const chartShapes = {
  tile: { width: 480, height: 176 },
  cover: { width: 480, height: 220 },
  sheet: { width: 640, height: 400 },
  band: { width: 720, height: 200 },
} as const;

export type ChartShape = keyof typeof chartShapes;

/** Raise it when the drawing changes: the files are cached for a year. */
const version = '2';

/**
 * Address of a chart as a file. `word` (a category's name) chooses how the land lies. All of it is in the path,
 * because a query is not part of what may be kept in a cache.
 */
export function chartAddress(seed: string, shape: ChartShape, word?: string | null): string {
  const terrain: Terrain = word === null || word === undefined ? 'islands' : terrainFor(word);
  return `/chart/${shape}-${terrain}-${version}/${encodeURIComponent(seed)}.svg`;
}

/** Reads what `chartAddress` wrote; anything else is answered with undefined. */
export function readChartAddress(sheet: string, name: string) {
  const [shape = '', land] = sheet.split('-');
  const terrain = terrains.find((known) => known === land);
  const size = Object.hasOwn(chartShapes, shape) ? chartShapes[shape as ChartShape] : undefined;
  if (!name.endsWith('.svg') || name.length > 204 || !terrain || !size) return undefined;
  return { seed: name.slice(0, -4), terrain, ...size };
}
