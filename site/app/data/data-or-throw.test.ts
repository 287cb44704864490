import { expect, test } from 'vitest';
import { sortByName } from './sort-by-name.ts';
import { readAllRows } from './data-or-throw.ts';

/** A list of `count` rows from a server with a limit of `cap` rows. */
function listOf(count: number, serverLimit: number) {
  const rows = Array.from({ length: count }, (_, i) => ({ id: `row-${i}` }));
  const ranges: [from: number, to: number][] = [];
  const readRange = (from: number, to: number) => {
    ranges.push([from, to]);
    return Promise.resolve({ data: rows.slice(from, Math.min(to + 1, from + serverLimit)), error: null });
  };
  return { rows, ranges, readRange };
}

test.each([
  [0, 1_000, 1],
  [7, 1_000, 1],
  [150, 1_000, 2],
  [999, 1_000, 2],
  [1_000, 1_000, 2],
  [2_500, 1_000, 3],
  [1_250, 500, 3],
])(
  'P-34 P-53 a list of %i rows is complete with a server limit of %i rows',
  async (count, serverLimit, requested) => {
    const { rows, ranges, readRange } = listOf(count, serverLimit);
    expect(await readAllRows('rows', readRange)).toEqual(rows);
    expect(ranges).toHaveLength(requested);
  },
);

test('a row that moves into the next range is returned once', async () => {
  const pages = [Array.from({ length: 200 }, (_, i) => ({ id: `${i}` })), [{ id: '199' }, { id: '200' }]];
  const rows = await readAllRows('rows', () => Promise.resolve({ data: pages.shift() ?? [], error: null }));
  expect(rows).toHaveLength(201);
});

test('a range that fails throws instead of shortening the list', async () => {
  const { readRange } = listOf(150, 100);
  const error = { message: 'gone' };
  const broken = (from: number, to: number) =>
    from > 0 ? Promise.resolve({ data: null, error }) : readRange(from, to);
  await expect(readAllRows('rows', broken)).rejects.toThrow('rows could not be read: gone');
});

test('P-126 names are sorted without regard to accents and case, numbers by value', () => {
  const names = ['Mobile', 'Éco', 'web', 'Search', 'Zèbre 10', 'Zèbre 9', 'Audit'];
  expect(sortByName(names, (name) => name)).toEqual([
    'Audit',
    'Éco',
    'Mobile',
    'Search',
    'web',
    'Zèbre 9',
    'Zèbre 10',
  ]);
});
