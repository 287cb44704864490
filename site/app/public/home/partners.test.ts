import { expect, test } from 'vitest';
import { equalAreaLogoSize } from './partners.tsx';

test('B-84 logos of a row cover about the same area, within its height and width', () => {
  const sizes = [
    equalAreaLogoSize({ width: 480, height: 120 }),
    equalAreaLogoSize({ width: 900, height: 450 }),
  ];
  for (const { width, height } of sizes) expect(width * height).toBeCloseTo(6000, -3);
  expect(equalAreaLogoSize({ width: 500, height: 500 })).toEqual({ width: 64, height: 64 });
  expect(equalAreaLogoSize({ width: 1600, height: 100 })).toEqual({ width: 208, height: 13 });
});
