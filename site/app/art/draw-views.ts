// The drawings of posts and case studies, in the layers of the charts: a coast as it is seen from the water, and the
// sectors of a light.
import { createSeededRandom, hashText } from './random.ts';
import type { ArtPaths } from './art-paths.ts';

interface ViewOptions {
  seed: string;
  width: number;
  height: number;
}

/** Distance between the points of a ridge, in drawing units. */
const step = 24;
const waveLength = 28;

/** A ridge that is highest at `peak` and falls to both sides within `reach`; both are shares of the width. */
interface Ridge {
  peak: number;
  reach: number;
  /** share of the height */
  rise: number;
}

/** Ridges behind one another, with hatching on the nearest, above a waterline with waves. */
export function drawCoastView({ seed, width, height }: ViewOptions): ArtPaths {
  const random = createSeededRandom(hashText(seed));
  const side = random() < 0.5 ? 0 : 1;
  const water = Math.round(height * (0.66 + random() * 0.1));
  const mirror = (share: number) => (side === 0 ? share : 1 - share);

  function pointsOf({ peak, reach, rise }: Ridge): [number, number][] {
    const [first, second, roughness, wide] = [
      random() * 6,
      random() * 6,
      0.12 + random() * 0.16,
      22 + random() * 24,
    ];
    return Array.from({ length: Math.ceil(width / step) + 5 }, (_, i): [number, number] => {
      const x = (i - 2) * step;
      const away = Math.min(Math.abs(x / width - peak) / reach, 1);
      const slope = (1 + Math.cos(Math.PI * away)) / 2;
      const ripple = 1 + roughness * (Math.sin(x / wide + first) + Math.sin(x / 13 + second));
      return [x, Math.round(water - height * rise * slope * ripple)];
    });
  }

  /** As drawn: from the waterline up over the smoothed ridge and back. */
  function outline(points: readonly [number, number][]): string {
    const [start = [0, 0], ...rest] = points;
    const end = points.at(-1) ?? start;
    const curve = rest.map(([x, y], i) => {
      const [nextX, nextY] = rest[i + 1] ?? end;
      return `Q${x} ${y} ${Math.round((x + nextX) / 2)} ${Math.round((y + nextY) / 2)}`;
    });
    return `M${start[0]} ${water}L${start[0]} ${start[1]}${curve.join('')}L${end[0]} ${water}z`;
  }

  function ridge(from: number, to: number, rise: number): [number, number][] {
    return pointsOf({
      peak: mirror(from + random() * (to - from)),
      reach: 0.3 + random() * 0.4,
      rise: rise + random() * 0.26,
    });
  }
  const far = ridge(0.35, 0.85, 0.2);
  const middle = ridge(0.65, 1.15, 0.16);
  const near = ridge(-0.1, 0.45, 0.3);
  const hatching = near
    .filter(([, y], i) => i % 2 === 0 && water - y > height * 0.16)
    .map(
      ([x, y], i) =>
        `M${x} ${y + 9}q${i % 2 === 0 ? 5 : -4} ${Math.round((water - y) * 0.2)} 1 ${Math.round((water - y) * 0.42)}`,
    );
  const rows = Math.max(2, Math.round((height - water) / 17));
  const waves = Array.from({ length: rows }, (_, row) => {
    const x = Math.round(random() * width * 0.5 - 40);
    const y = Math.round(water + ((row + 0.7) * (height - water)) / rows);
    const count = Math.round((0.3 + random() * 0.5) * (width / waveLength));
    return `M${x} ${y}q${waveLength / 2}-6 ${waveLength} 0${`t${waveLength} 0`.repeat(count)}`;
  });
  return {
    shoal: outline(far),
    lines: `M-9 ${water}h${width + 18}${waves.join('')}`,
    drying: outline(middle),
    land: outline(near),
    hill: hatching.join(''),
  };
}

const degree = Math.PI / 180;

/** A light on its island, its sectors, and circles of equal distance with marks of its bearings. */
export function drawLightSectors({ seed, width, height }: ViewOptions): ArtPaths {
  const random = createSeededRandom(hashText(seed));
  const [x, y] = [
    Math.round(width * (0.24 + random() * 0.52)),
    Math.round(height * (0.36 + random() * 0.44)),
  ];
  const beyond = Math.round(Math.hypot(width, height));
  const start = random() * 360;

  function at(angle: number, radius: number): string {
    return `${Math.round(x + radius * Math.cos(angle * degree))} ${Math.round(y + radius * Math.sin(angle * degree))}`;
  }

  function sector(from: number, to: number, radius: number): string {
    const [first, last] = [start + from, start + to];
    return `M${x} ${y}L${at(first, radius)}A${radius} ${radius} 0 0 1 ${at(last, radius)}z`;
  }

  function circle(radius: number): string {
    return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0z`;
  }

  const distance = Math.round(height * (0.3 + random() * 0.08));
  const marks = Array.from({ length: 24 }, (_, i) => {
    const angle = start + i * 15;
    return `M${at(angle, distance - 4)}L${at(angle, distance + (i % 3 === 0 ? 11 : 5))}`;
  });
  const [shoal, drying, land] = [70 + random() * 40, 26 + random() * 16, 34 + random() * 22];
  const gap = 360 - shoal - drying - land;
  return {
    shoal: sector(0, shoal, beyond),
    lines: Array.from({ length: Math.floor(beyond / distance) }, (_, i) => circle(distance * (i + 1))).join(
      '',
    ),
    drying: sector(shoal, shoal + drying, Math.round(distance * 2.6)),
    land:
      sector(shoal + drying + gap * 0.45, shoal + drying + gap * 0.45 + land, beyond) +
      circle(Math.round(height * 0.07)),
    hill: marks.join(''),
  };
}
