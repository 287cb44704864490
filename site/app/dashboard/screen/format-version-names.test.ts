import { expect, test } from 'vitest';
import { formatVersionNames } from './format-version-names.ts';

test('versions of one minute are distinguished by their second, those of one second by a number', () => {
  const saved = [
    '2026-11-26T15:15:00.000Z',
    '2026-11-26T15:14:32.900Z',
    '2026-11-26T15:14:32.100Z',
    '2026-11-26T15:14:05.000Z',
    '2026-11-25T15:14:05.000Z',
  ];
  expect(formatVersionNames(saved, 'America/Toronto')).toEqual([
    'Nov 26, 2026, 10:15 a.m.',
    'Nov 26, 2026, 10:14:32 a.m. (2)',
    'Nov 26, 2026, 10:14:32 a.m. (1)',
    'Nov 26, 2026, 10:14:05 a.m.',
    'Nov 25, 2026, 10:14 a.m.',
  ]);
});
