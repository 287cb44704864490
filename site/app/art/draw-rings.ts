import type { Point } from './contours.ts';

/** Rings shorter than this (in drawing units) are noise. */
const shortestRing = 46;
const keepEvery = 3;

/**
 * Rings as one path of smooth curves. Every third point is a control point on even units, so that mid-points are
 * whole numbers and each step is only `t dx dy`.
 */
export function drawRings(rings: readonly (readonly Point[])[]): string {
  return rings.map(drawRing).join('');
}

function drawRing(ring: readonly Point[]): string {
  if (lengthAround(ring) < shortestRing) return '';
  const controls: Point[] = [];
  for (let i = 0; i < ring.length; i += keepEvery) {
    const [x, y] = ring[i] ?? [0, 0];
    const point: Point = [Math.round(x / 2) * 2, Math.round(y / 2) * 2];
    const last = controls.at(-1);
    if (!last || last[0] !== point[0] || last[1] !== point[1]) controls.push(point);
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

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function pair(x: number, y: number): string {
  return join(String(x), String(y));
}

/** A minus sign separates as well as a space. */
function join(a: string, b: string): string {
  return b.startsWith('-') ? a + b : `${a} ${b}`;
}

function lengthAround(ring: readonly Point[]): number {
  return ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring.at(i - 1) ?? [x, y];
    return sum + Math.hypot(x - px, y - py);
  }, 0);
}
