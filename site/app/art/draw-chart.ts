import { traceRings } from './contours.ts';
import { hashText } from './random.ts';
import { drawRings } from './ring-path.ts';
import { makeHeights } from './terrain.ts';
import type { Terrain } from './terrain-names.ts';

/** The parts of a chart, from the sea bed up, as path data. Water without a path is deep. */
export interface Chart {
  shoal: string;
  lines: string;
  drying: string;
  land: string;
  hill: string;
}

export interface ChartRequest {
  seed: string;
  /** drawing units, which are CSS pixels at natural size */
  width: number;
  height: number;
  terrain?: Terrain | undefined;
}

/** Shares of the sheet below each line. */
const shares: Record<Terrain, { drying: number; land: number; hill: number }> = {
  islands: { drying: 0.8, land: 0.87, hill: 0.955 },
  coast: { drying: 0.74, land: 0.8, hill: 0.93 },
  harbour: { drying: 0.77, land: 0.84, hill: 0.95 },
  open: { drying: 2, land: 2, hill: 2 },
};
const lineShares = [0.13, 0.26, 0.49, 0.59, 0.69];
const mostKept = 200;
const kept = new Map<string, Chart>();

/** Draws the chart of a seed: about 5 ms for 640 × 400, the same text every time. The newest are kept. */
export function drawChart({ seed, width, height, terrain = 'islands' }: ChartRequest): Chart {
  const key = `${seed}|${width}|${height}|${terrain}`;
  const found = kept.get(key);
  if (found) return found;
  const grid = makeHeights(seed, width, height, terrain);
  const sorted = grid.heights.filter(Number.isFinite).sort();
  function at(share: number): string {
    if (share > 1) return '';
    return drawRings(traceRings(grid, sorted[Math.floor(share * (sorted.length - 1))] ?? 0));
  }
  const share = shares[terrain];
  const chart: Chart = {
    shoal: at(0.36 + (hashText(seed) % 5) / 100),
    lines: lineShares.map(at).join(''),
    drying: at(share.drying),
    land: at(share.land),
    hill: at(share.hill),
  };
  const oldest = kept.keys().next();
  if (kept.size >= mostKept && !oldest.done) kept.delete(oldest.value);
  kept.set(key, chart);
  return chart;
}
