import { traceRings } from './contours.ts';
import { hashText } from './random.ts';
import { drawRings } from './draw-rings.ts';
import { makeHeights } from './terrain.ts';
import type { Terrain } from './terrain-names.ts';

/** Path data of each layer, from the sea bed up. Water without a path is deep. */
export interface ArtPaths {
  shoal: string;
  lines: string;
  drying: string;
  land: string;
  hill: string;
}

export interface ArtRequest {
  seed: string;
  /** drawing units: CSS pixels at natural size */
  width: number;
  height: number;
  terrain?: Terrain | undefined;
}

/** Quantile of the heights at each contour. */
const shares: Record<Terrain, { drying: number; land: number; hill: number }> = {
  islands: { drying: 0.8, land: 0.87, hill: 0.955 },
  coast: { drying: 0.74, land: 0.8, hill: 0.93 },
  harbour: { drying: 0.77, land: 0.84, hill: 0.95 },
  open: { drying: 2, land: 2, hill: 2 },
};
const lineShares = [0.13, 0.26, 0.49, 0.59, 0.69];
const maxCached = 200;
const cache = new Map<string, ArtPaths>();

/** Draws a seed's art deterministically, about 5 ms for 640 × 400. The newest are cached. */
export function drawArt({ seed, width, height, terrain = 'islands' }: ArtRequest): ArtPaths {
  const key = `${seed}|${width}|${height}|${terrain}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const grid = makeHeights(seed, width, height, terrain);
  const sorted = grid.heights.filter(Number.isFinite).sort();
  function at(share: number): string {
    if (share > 1) return '';
    return drawRings(traceRings(grid, sorted[Math.floor(share * (sorted.length - 1))] ?? 0));
  }
  const share = shares[terrain];
  const art: ArtPaths = {
    shoal: at(0.36 + (hashText(seed) % 5) / 100),
    lines: lineShares.map(at).join(''),
    drying: at(share.drying),
    land: at(share.land),
    hill: at(share.hill),
  };
  const oldest = cache.keys().next();
  if (cache.size >= maxCached && !oldest.done) cache.delete(oldest.value);
  cache.set(key, art);
  return art;
}
