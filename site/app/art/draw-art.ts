// The drawing of seeded nautical charts.
import { hashText, createSeededRandom } from './random.ts';
import type { ArtPaths } from './art-paths.ts';
import { drawCoastView, drawLightSectors } from './draw-views.ts';
import type { ChartTerrain, Terrain } from './terrain-names.ts';

export interface ArtOptions {
  seed: string;
  /** drawing units: CSS pixels at natural size */
  width: number;
  height: number;
  terrain?: Terrain | undefined;
}

/** Quantiles of the heights at which the shoal, the drying area, the land and the hill begin. */
const shares: Record<ChartTerrain, { shoal: number; drying: number; land: number; hill: number }> = {
  islands: { shoal: 0.38, drying: 0.8, land: 0.87, hill: 0.955 },
  island: { shoal: 0.46, drying: 0.68, land: 0.73, hill: 0.9 },
  coast: { shoal: 0.3, drying: 0.58, land: 0.64, hill: 0.86 },
  harbour: { shoal: 0.2, drying: 0.4, land: 0.5, hill: 0.8 },
  strait: { shoal: 0.14, drying: 0.3, land: 0.52, hill: 0.84 },
  river: { shoal: 0.09, drying: 0.17, land: 0.68, hill: 0.9 },
  atoll: { shoal: 0.5, drying: 0.76, land: 0.84, hill: 0.96 },
  reef: { shoal: 0.66, drying: 0.95, land: 2, hill: 2 },
  open: { shoal: 0.38, drying: 2, land: 2, hill: 2 },
};

/**
 * Quantiles of the thin lines. A line is left out if it is close to the shoal's edge, or not below the drying area.
 */
const lineShares = [0.13, 0.26, 0.49, 0.59, 0.69];
const closestLine = 0.06;
const maxCached = 200;
const cache = new Map<string, ArtPaths>();

/** Draws a seed's art deterministically, about 5 ms for 640 × 400. The newest are cached. */
export function drawArt({ seed, width, height, terrain = 'islands' }: ArtOptions): ArtPaths {
  const key = `${seed}|${width}|${height}|${terrain}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const art = drawTerrain({ seed, width, height }, terrain);
  const oldest = cache.keys().next();
  if (cache.size >= maxCached && !oldest.done) cache.delete(oldest.value);
  cache.set(key, art);
  return art;
}

function drawTerrain(options: Omit<ArtOptions, 'terrain'>, terrain: Terrain): ArtPaths {
  if (terrain === 'coastView') return drawCoastView(options);
  if (terrain === 'lightSectors') return drawLightSectors(options);
  const { seed, width, height } = options;
  const grid = makeHeights(seed, width, height, terrain);
  const sorted = grid.heights.filter(Number.isFinite).sort();
  function at(share: number): string {
    if (share > 1) return '';
    const level = sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    return traceRings(grid, level)
      .map((ring) => drawRing(smoothRing(smoothRing(smoothRing(ring))), width, height))
      .join('');
  }
  const share = shares[terrain];
  const shoal = share.shoal + (hashText(seed) % 5) / 100 - 0.02;
  return {
    shoal: at(shoal),
    lines: lineShares
      .filter((line) => line < share.drying - closestLine && Math.abs(line - shoal) >= closestLine)
      .map(at)
      .join(''),
    drying: at(share.drying),
    land: at(share.land),
    hill: at(share.hill),
  };
}

/** Rings shorter than this (in drawing units) are noise. */
const shortestRing = 46;
const keepEvery = 2;

type Point = readonly [x: number, y: number];

/** Moves each point towards its neighbours, because the distances of the points in a ring differ. */
function smoothRing(ring: readonly Point[]): Point[] {
  return ring.map(([x, y], i) => {
    const [[px, py], [nx, ny]] = [ring.at(i - 1) ?? [x, y], ring[i + 1] ?? ring[0] ?? [x, y]];
    return [(px + 2 * x + nx) / 4, (py + 2 * y + ny) / 4];
  });
}

/**
 * A ring as a path of smooth curves. Every second point is a control point on even units, so that mid-points are whole
 * numbers and each step is only `t dx dy`. Of a straight run outside the sheet only the ends are drawn.
 */
function drawRing(ring: readonly Point[], width: number, height: number): string {
  if (lengthAround(ring) < shortestRing) return '';
  const controls: Point[] = [];
  for (let i = 0; i < ring.length; i += keepEvery) {
    const [x, y] = ring[i] ?? [0, 0];
    const point: Point = [Math.round(x / 2) * 2, Math.round(y / 2) * 2];
    const [last, previous] = [controls.at(-1), controls.at(-2)];
    if (last && last[0] === point[0] && last[1] === point[1]) continue;
    if (last && previous && isStraightRun(previous, last, point, width, height)) controls.pop();
    controls.push(point);
  }
  const first = controls[0];
  const last = controls.at(-1);
  if (!first || !last || controls.length < 4) return '';
  let previous = middle(last, first);
  let path = `M${pair(previous[0], previous[1])}`;
  controls.forEach((control, i) => {
    const end = middle(control, controls[i + 1] ?? first);
    const step = pair(end[0] - previous[0], end[1] - previous[1]);
    path +=
      i === 0
        ? `q${join(pair(control[0] - previous[0], control[1] - previous[1]), step)}`
        : i === 1
          ? `t${step}`
          : join('', step);
    previous = end;
  });
  return `${path}z`;
}

function isStraightRun(a: Point, b: Point, c: Point, width: number, height: number): boolean {
  const isBeside = a[0] === b[0] && b[0] === c[0] && (b[0] < 0 || b[0] > width);
  return isBeside || (a[1] === b[1] && b[1] === c[1] && (b[1] < 0 || b[1] > height));
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function pair(x: number, y: number): string {
  return join(String(x), String(y));
}

/** Joins two numbers of a path. A minus sign separates them, so that no space is needed. */
function join(a: string, b: string): string {
  return b.startsWith('-') ? a + b : `${a} ${b}`;
}

function lengthAround(ring: readonly Point[]): number {
  return ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring.at(i - 1) ?? [x, y];
    return sum + Math.hypot(x - px, y - py);
  }, 0);
}

/** The corners of a cell, clockwise from the top left, as [column, row] steps. */
const corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

interface HeightGrid {
  columns: number;
  rows: number;
  /** row by row; the outermost samples are outside the sheet and lowest, so that every contour closes */
  heights: Float64Array;
}

/**
 * Marching squares: the closed rings around everything at or above `level`. In each cell a line runs, clockwise, from
 * the edge where the inside is left to the edge where it is entered; the neighbour sees that edge reversed, so lines
 * join end to end.
 */
export function traceRings(grid: HeightGrid, level: number): Point[][] {
  const { columns, rows, heights } = grid;
  const next = new Map<number, number>();
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const inside = corners.map(([dx, dy]) => (heights[(row + dy) * columns + column + dx] ?? 0) >= level);
      if (inside.every((value) => value === inside[0])) continue;
      for (let edge = 0; edge < 4; edge += 1) {
        if (!inside[edge] || inside[(edge + 1) % 4]) continue;
        let exit = (edge + 1) % 4;
        while (inside[exit] || !inside[(exit + 1) % 4]) exit = (exit + 1) % 4;
        next.set(edgeId(columns, column, row, edge), edgeId(columns, column, row, exit));
      }
    }
  }
  return joinRings(grid, level, next);
}

function joinRings(grid: HeightGrid, level: number, next: Map<number, number>): Point[][] {
  const rings: Point[][] = [];
  for (const start of next.keys()) {
    const ring: Point[] = [];
    let edge: number | undefined = start;
    while (edge !== undefined) {
      const following: number | undefined = next.get(edge);
      if (following === undefined) break;
      ring.push(pointOnEdge(grid, level, edge));
      next.delete(edge);
      edge = following;
    }
    if (ring.length > 2) rings.push(ring);
  }
  return rings;
}

/** Two ids per grid point: the edge to its right (even) and below it (odd). */
function edgeId(columns: number, column: number, row: number, edge: number): number {
  const point = (row + (edge === 2 ? 1 : 0)) * columns + column + (edge === 1 ? 1 : 0);
  return point * 2 + (edge % 2);
}

/** Where the level intersects an edge, in drawing units. */
function pointOnEdge({ columns, heights }: HeightGrid, level: number, edge: number): Point {
  const from = edge >> 1;
  const isVertical = edge % 2 === 1;
  const column = from % columns;
  const row = Math.floor(from / columns);
  const a = heights[from] ?? 0;
  const b = heights[from + (isVertical ? columns : 1)] ?? 0;
  const share = Number.isFinite(a) && Number.isFinite(b) ? (level - a) / (b - a) : 0.5;
  const x = column - margin + (isVertical ? 0 : share);
  const y = row - margin + (isVertical ? share : 0);
  return [x * cellSize, y * cellSize];
}

/** Edge of a grid cell, in drawing units. */
const cellSize = 10;
/** Cells around the sheet, the outermost of which close every contour, so that no contour bends at the sheet's edge. */
const margin = 4;
/** Distance of the noise lattice's points, in drawing units. */
const latticeSize = 96;
const latticePoints = 16;
const secondOctaveShare = 0.22;
/** The spline is flatter than its lattice; a sixth would keep the mean. */
const splineContrast = 1.25 / 6;

/** Value noise on a lattice turned by 22 to 42 degrees, so that its squares do not show. */
function makeHeights(seed: string, width: number, height: number, terrain: ChartTerrain): HeightGrid {
  const random = createSeededRandom(hashText(seed));
  const lattice = Float64Array.from({ length: latticePoints * latticePoints }, random);
  const angle = ((22 + random() * 20) * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const shift = [random() * latticePoints, random() * latticePoints] as const;
  const shape = makeShape(terrain, random);
  const columns = Math.ceil(width / cellSize) + 1 + 2 * margin;
  const rows = Math.ceil(height / cellSize) + 1 + 2 * margin;
  const heights = new Float64Array(columns * rows).fill(Number.NEGATIVE_INFINITY);
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const x = (column - margin) * cellSize;
      const y = (row - margin) * cellSize;
      const u = (x * cos - y * sin) / latticeSize + shift[0];
      const v = (x * sin + y * cos) / latticeSize + shift[1];
      heights[row * columns + column] =
        noise(lattice, u, v) +
        secondOctaveShare * noise(lattice, u * 2.3 + 5, v * 2.3 + 9) +
        shape((x - width / 2) / height, y / height - 0.5);
    }
  }
  return { columns, rows, heights };
}

/**
 * A function whose values are added to the noise; coordinates are relative to the middle, in heights of the sheet.
 * Direction, position and bend depend on the seed; the shape by which a terrain is recognized does not.
 */
function makeShape(terrain: ChartTerrain, random: () => number): (x: number, y: number) => number {
  const side = random() < 0.5 ? -1 : 1;
  const bend = random() * Math.PI * 2;
  const shift = random() - 0.5;
  const rise = (random() - 0.5) * 0.2;
  const distance = (x: number, y: number) => Math.hypot(x - shift, y - rise);
  const shapes: Record<ChartTerrain, (x: number, y: number) => number> = {
    islands: () => 0,
    open: () => 0,
    island: (x, y) => -2.4 * distance(x * 0.85, y * 1.4),
    coast: (x, y) => side * (1.3 * x + 0.7 * shift * y),
    harbour: (x, y) => 2.2 * Math.hypot((x - side * 0.5) * 0.75, y * 1.2 - 0.3),
    strait: (x, y) => 2.4 * Math.hypot(0.08, x - shift + side * 0.55 * y + 0.12 * Math.sin(y * 7 + bend)),
    river: (x, y) => 1.5 * Math.tanh(Math.hypot(0.02, y - rise - 0.22 * Math.sin(x * 3.4 + bend)) / 0.3),
    atoll: (x, y) => -4.5 * Math.abs(distance(x * 0.75, y) - 0.34),
    reef: (x, y) => 0.9 * Math.cos(4.2 * (x * 0.8 + side * y) + bend),
  };
  return shapes[terrain];
}

/** A cubic B-spline through the lattice, because interpolated squares would show as straight shores. */
function noise(lattice: Float64Array, u: number, v: number): number {
  const column = Math.floor(u);
  const row = Math.floor(v);
  const [across, down] = [splineWeights(u - column), splineWeights(v - row)];
  return down.reduce(
    (sum, weight, y) =>
      sum +
      weight * across.reduce((line, share, x) => line + share * at(lattice, column + x - 1, row + y - 1), 0),
    0,
  );
}

function splineWeights(t: number): number[] {
  return [(1 - t) ** 3, 3 * t ** 3 - 6 * t * t + 4, 1 + 3 * t + 3 * t * t - 3 * t ** 3, t ** 3].map(
    (weight) => weight * splineContrast,
  );
}

function at(lattice: Float64Array, column: number, row: number): number {
  return lattice[wrap(row) * latticePoints + wrap(column)] ?? 0;
}

function wrap(index: number): number {
  return ((index % latticePoints) + latticePoints) % latticePoints;
}
