import { expect, test } from 'vitest';
import { nameVersions } from './name-versions.ts';

test('versions of one minute are told apart by their second, those of one second by a number', () => {
  const names = nameVersions([
    '2026-11-26T10:15:00.000',
    '2026-11-26T10:14:32.900',
    '2026-11-26T10:14:32.100',
    '2026-11-26T10:14:05.000',
    '2026-11-25T10:14:05.000',
  ]);
  expect(names).toEqual([
    'Nov 26, 2026, 10:15 AM',
    'Nov 26, 2026, 10:14:32 AM (2)',
    'Nov 26, 2026, 10:14:32 AM (1)',
    'Nov 26, 2026, 10:14:05 AM',
    'Nov 25, 2026, 10:14 AM',
  ]);
});
