import { terrainFor, terrains, type Terrain } from './terrain-names.ts';

/** Sizes that are served as files, in drawing units. */
export const artShapes = {
  tile: { width: 480, height: 176 },
  cover: { width: 480, height: 220 },
  sheet: { width: 640, height: 400 },
  band: { width: 720, height: 200 },
} as const;

export type ArtShape = keyof typeof artShapes;

/** Increase when the drawing changes: files are cached for a year. */
const version = '2';

/** URL of the art as a file. A category's name chooses the terrain. No query, because caches ignore it. */
export function artUrl(seed: string, shape: ArtShape, terrainSeed?: string | null): string {
  const terrain: Terrain =
    terrainSeed === null || terrainSeed === undefined ? 'islands' : terrainFor(terrainSeed);
  return `/chart/${shape}-${terrain}-${version}/${encodeURIComponent(seed)}.svg`;
}

/** Inverse of `artUrl`; undefined for anything else. */
export function parseArtUrl(sheet: string, name: string) {
  const [shape = '', land] = sheet.split('-');
  const terrain = terrains.find((known) => known === land);
  const size = Object.hasOwn(artShapes, shape) ? artShapes[shape as ArtShape] : undefined;
  if (!name.endsWith('.svg') || name.length > 204 || !terrain || !size) return undefined;
  return { seed: name.slice(0, -4), terrain, ...size };
}
