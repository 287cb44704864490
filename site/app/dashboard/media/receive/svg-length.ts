// Estimates lengths of an SVG file in its units, from above and from below.

const lengths = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)/gi;

/** At most and at least; lengths that depend on a font may have any size. */
const unknownUnit = [1_440, 1 / 1_440] as const;
const units: Record<string, readonly [most: number, least: number]> = {
  '': [1, 1],
  px: [1, 1],
  pt: [2, 1],
  pc: [16, 16],
  mm: [4, 3],
  cm: [38, 37],
  in: [96, 96],
};

/** The longest of the lengths in a value; `page` is the width of the picture. */
export function mostUnits(value: string, page: number): number {
  return Math.max(0, ...lengthsIn(value, page).map(([most]) => most));
}

/** All lengths in a value together; `page` is the width of the picture. */
export function leastUnits(value: string, page: number): number {
  return lengthsIn(value, page).reduce((sum, [, least]) => sum + least, 0);
}

function lengthsIn(value: string, page: number): [most: number, least: number][] {
  // A picture is at most about four times as wide as it is high.
  const percent = [page / 100, page / 400] as const;
  return Array.from(value.matchAll(lengths), ([, digits, unit = '']) => {
    const [most, least] = unit === '%' ? percent : (units[unit.toLowerCase()] ?? unknownUnit);
    return [Number(digits) * most, Number(digits) * least];
  });
}
