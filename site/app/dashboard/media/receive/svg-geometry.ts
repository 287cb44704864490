// Estimates length, size and number of points of the outline of an SVG shape.

export interface Geometry {
  /** At least that of the outline, in units of the shape. */
  length: number;
  points: number;
  width: number;
  height: number;
}

const numbers = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;

const number = numbers.source;
const gap = '[\\s,]*';
/** Flags may be written without spaces around them: `a1 1 0 0110 10`. */
const arc = new RegExp(
  `(${number})${gap}(${number})${gap}${number}${gap}[01]${gap}[01]${gap}(${number})${gap}(${number})`,
  'gi',
);

/**
 * @example
 *   numbersIn('1 -2.5,.5e1') // [1, -2.5, 5]
 */
export function numbersIn(text: string | undefined): number[] {
  return (text?.match(numbers) ?? []).map(Number);
}

/**
 * The outline of an element with these attributes; null if it is no shape.
 *
 * @example
 *   outlineOf('line', { x1: '0', y1: '0', x2: '3', y2: '4' }) // { length: 7, points: 2, width: 3, height: 4 }
 *   outlineOf('path', { d: 'M1 1h2v2zm5 5L0 0' }) // { length: 24, points: 5, width: 6, height: 6 }
 *   outlineOf('g', {}) // null
 */
export function outlineOf(name: string, attributes: Record<string, string>): Geometry | null {
  const number = (key: string): number => numbersIn(attributes[key])[0] ?? 0;
  switch (name) {
    case 'path':
      return outlineOfPath(attributes['d'] ?? '');
    case 'polygon':
    case 'polyline':
      return outlineOfPath(`M${attributes['points'] ?? ''}`);
    case 'line':
      return outlineOfPath(`M${number('x1')} ${number('y1')} ${number('x2')} ${number('y2')}`);
    case 'rect':
      return boxOf(number('width'), number('height'));
    case 'circle':
      return boxOf(2 * number('r'), 2 * number('r'));
    case 'ellipse':
      return boxOf(2 * number('rx'), 2 * number('ry'));
    default:
      return null;
  }
}

function boxOf(width: number, height: number): Geometry {
  const [w, h] = [Math.abs(width), Math.abs(height)];
  return { length: 2 * (w + h), points: 4, width: w, height: h };
}

/** Numbers of each command, of which the last two are its end; others are for one axis. */
const axes: Record<string, 'x' | 'y'> = { h: 'x', v: 'y' };

function outlineOfPath(data: string): Geometry {
  let [x, y, left, right, top, bottom] = [0, 0, Infinity, -Infinity, Infinity, -Infinity];
  let length = 0;
  let points = 0;

  function moveTo(nextX: number, nextY: number): void {
    length += points === 0 ? 0 : Math.abs(nextX - x) + Math.abs(nextY - y);
    [x, y] = [nextX, nextY];
    points += 1;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }

  for (const [, command = '', rest] of data.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const lower = command.toLowerCase();
    const isRelative = command === lower;
    const values = numbersIn(rest);
    const axis = axes[lower];
    if (axis !== undefined) {
      for (const value of values)
        if (axis === 'x') moveTo(isRelative ? x + value : value, y);
        else moveTo(x, isRelative ? y + value : value);
    } else if (lower === 'a') {
      for (const [, rx, ry, endX, endY] of (rest ?? '').matchAll(arc)) {
        const [nextX, nextY] = [Number(endX) + (isRelative ? x : 0), Number(endY) + (isRelative ? y : 0)];
        // Radii that are too small for the chord grow.
        const diameter = Math.max(
          2 * Math.abs(Number(rx)),
          2 * Math.abs(Number(ry)),
          Math.hypot(nextX - x, nextY - y),
        );
        length += Math.PI * diameter;
        points += 4;
        moveTo(nextX, nextY);
      }
    } else {
      const perCommand = lower === 'c' ? 6 : lower === 's' || lower === 'q' ? 4 : 2;
      for (let at = 0; at + 1 < values.length; at += perCommand) {
        const [startX, startY] = [x, y];
        for (let pair = at; pair < Math.min(at + perCommand, values.length - 1); pair += 2) {
          const [valueX = 0, valueY = 0] = values.slice(pair, pair + 2);
          moveTo(isRelative ? startX + valueX : valueX, isRelative ? startY + valueY : valueY);
        }
      }
    }
  }
  return points === 0
    ? { length: 0, points: 0, width: 0, height: 0 }
    : { length, points, width: right - left, height: bottom - top };
}

/**
 * By how much a transform enlarges at most.
 *
 * @example
 *   scaleOf('translate(9) scale(2 -3) rotate(45)') // 3
 *   scaleOf('matrix(2 0 0 1 50 60)') // 2
 */
export function scaleOf(transform: string): number {
  let scale = 1;
  for (const [, name = '', list] of transform.matchAll(/([a-z]+)\s*\(([^)]*)/gi)) {
    const values = numbersIn(list).map(Math.abs);
    const [a = 1, b = 0, c = 0, d = 0] = values;
    if (/^scale/i.test(name)) scale *= Math.max(...values);
    else if (/^matrix/i.test(name)) scale *= Math.max(Math.hypot(a, b), Math.hypot(c, d));
    else if (/^skew/i.test(name)) scale *= 1 + Math.abs(Math.tan((a * Math.PI) / 180));
  }
  return scale;
}
