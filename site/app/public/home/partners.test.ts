import { expect, test } from 'vitest';
import { equalSize } from './partners.tsx';

test('B-84 logos of a row cover about the same area, within its height and width', () => {
  const sizes = [equalSize({ width: 480, height: 120 }), equalSize({ width: 900, height: 450 })];
  for (const { width, height } of sizes) expect(width * height).toBeCloseTo(6000, -3);
  expect(equalSize({ width: 500, height: 500 })).toEqual({ width: 64, height: 64 });
  expect(equalSize({ width: 1600, height: 100 })).toEqual({ width: 208, height: 13 });
});
