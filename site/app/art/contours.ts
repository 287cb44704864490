import { cellSize, type HeightGrid } from './terrain.ts';

export type Point = readonly [x: number, y: number];

/** Contours that close outside the sheet run this far out, so that the rounded corner is invisible. */
const outside = 28;

/** The corners of a cell, clockwise from the top left, as [column, row] steps. */
const corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

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
function pointOnEdge({ columns, rows, heights }: HeightGrid, level: number, edge: number): Point {
  const from = edge >> 1;
  const isVertical = edge % 2 === 1;
  const column = from % columns;
  const row = Math.floor(from / columns);
  const a = heights[from] ?? 0;
  const b = heights[from + (isVertical ? columns : 1)] ?? 0;
  const share = Number.isFinite(a) && Number.isFinite(b) ? (level - a) / (b - a) : 0.5;
  const x = column - 1 + (isVertical ? 0 : share);
  const y = row - 1 + (isVertical ? share : 0);
  return [beyond(x, columns - 3), beyond(y, rows - 3)];
}

function beyond(position: number, last: number): number {
  if (position < 0) return -outside;
  if (position > last) return last * cellSize + outside;
  return position * cellSize;
}
