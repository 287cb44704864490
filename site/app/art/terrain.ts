import { createRandom, hashText } from './random.ts';
import type { Terrain } from './terrain-names.ts';

export interface HeightGrid {
  columns: number;
  rows: number;
  /** row by row; the outermost samples are outside the sheet and lowest, so that every contour closes */
  heights: Float64Array;
}

/** Edge of a grid cell, in drawing units. */
export const cellSize = 10;
/** Distance of the noise lattice's points, in drawing units. */
const latticeSize = 124;
const latticePoints = 16;
const secondOctaveShare = 0.22;

/** Value noise on a lattice turned by 22 to 42 degrees, so that its squares do not show. */
export function makeHeights(seed: string, width: number, height: number, terrain: Terrain): HeightGrid {
  const random = createRandom(hashText(seed));
  const lattice = Float64Array.from({ length: latticePoints * latticePoints }, random);
  const angle = ((22 + random() * 20) * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const shift = [random() * latticePoints, random() * latticePoints] as const;
  const tilt = makeTilt(terrain, random);
  const columns = Math.ceil(width / cellSize) + 3;
  const rows = Math.ceil(height / cellSize) + 3;
  const heights = new Float64Array(columns * rows).fill(Number.NEGATIVE_INFINITY);
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const x = (column - 1) * cellSize;
      const y = (row - 1) * cellSize;
      const u = (x * cos - y * sin) / latticeSize + shift[0];
      const v = (x * sin + y * cos) / latticeSize + shift[1];
      heights[row * columns + column] =
        noise(lattice, u, v) +
        secondOctaveShare * noise(lattice, u * 2.3 + 5, v * 2.3 + 9) +
        tilt(x / width - 0.5, y / height - 0.5);
    }
  }
  return { columns, rows, heights };
}

/** Added to the noise at a point (−0.5 to 0.5 in both directions). */
function makeTilt(terrain: Terrain, random: () => number): (x: number, y: number) => number {
  if (terrain === 'islands' || terrain === 'open') return () => 0;
  const direction = random() * Math.PI * 2;
  const alongX = Math.cos(direction);
  const alongY = Math.sin(direction);
  if (terrain === 'coast') return (x, y) => 0.8 * (x * alongX + y * alongY);
  return (x, y) => 1.3 * (x * x + y * y) + 0.35 * (x * alongX + y * alongY);
}

function noise(lattice: Float64Array, u: number, v: number): number {
  const column = Math.floor(u);
  const row = Math.floor(v);
  const x = smooth(u - column);
  const y = smooth(v - row);
  const top = mix(at(lattice, column, row), at(lattice, column + 1, row), x);
  const bottom = mix(at(lattice, column, row + 1), at(lattice, column + 1, row + 1), x);
  return mix(top, bottom, y);
}

function at(lattice: Float64Array, column: number, row: number): number {
  return lattice[wrap(row) * latticePoints + wrap(column)] ?? 0;
}

function wrap(index: number): number {
  return ((index % latticePoints) + latticePoints) % latticePoints;
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}
