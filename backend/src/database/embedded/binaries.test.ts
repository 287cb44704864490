import { expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';

test('this machine has its binaries', () => {
  expect(findBinaries().version).toMatch(/^\d+\.\d+\.\d+/);
});

test.each([
  ['win32', 'x64'],
  ['linux', 's390x'],
  ['freebsd', 'x64'],
])('%s %s has none: the error says to set DATABASE_URL', (platform, arch) => {
  expect(() => findBinaries(platform, arch)).toThrow(
    `There is no embedded database for ${platform} ${arch}: set DATABASE_URL to a PostgreSQL 15 or newer of your own`,
  );
});
