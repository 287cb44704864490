import { expect, test } from 'vitest';
import { parseByteSize } from './config.ts';

test('sizes in requests are decimal unless written as KiB and the like, those in config.toml binary', () => {
  const cases: [string | number, number | null][] = [
    [0, 0],
    [1024, 1024],
    [-1, null],
    [1.5, null],
    ['20mb', 20_000_000],
    ['20 MB', 20_000_000],
    ['1.5kb', 1500],
    ['20MiB', 20 * 1024 * 1024],
    ['3', 3],
    ['3b', 3],
    ['3ib', null],
    ['many', null],
    ['', null],
    ['9'.repeat(20), null],
    ['999999999999999tb', null],
  ];
  for (const [value, bytes] of cases) expect(parseByteSize(value), String(value)).toBe(bytes);
  expect(parseByteSize('50MB', 1024)).toBe(50 * 1024 * 1024);
});
