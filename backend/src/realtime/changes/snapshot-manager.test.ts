import { expect, test } from 'vitest';
import { mergeChangesByRow } from './deliver-changes.ts';
import { parseSnapshotVisibility } from './snapshot-manager.ts';

test('a snapshot shows what was committed and nothing that was under way or came later', () => {
  const shows = parseSnapshotVisibility('10:20:12,15');
  const shown = [9n, 10n, 11n, 12n, 13n, 15n, 19n, 20n, 21n].filter((transaction) => shows(transaction));
  expect(shown).toEqual([9n, 10n, 11n, 13n, 19n]);
  expect([4n, 5n].map(parseSnapshotVisibility('5:5:'))).toEqual([true, false]);
});

test('several changes of one row are joined into one of the first type', () => {
  const event = (operation: 'INSERT' | 'UPDATE' | 'RESET', at: number, ...keys: string[][]) => ({
    schema: 's',
    table: 't',
    transaction: 1n,
    at,
    operation,
    keys,
  });
  const events = [event('INSERT', 1, ['1'], ['2']), event('RESET', 2), event('UPDATE', 3, ['2'], ['3', 'x'])];
  expect(mergeChangesByRow(events)).toEqual([
    { key: ['1'], first: 'INSERT', at: 1 },
    { key: ['2'], first: 'INSERT', at: 3 },
    { key: ['3', 'x'], first: 'UPDATE', at: 3 },
  ]);
});
