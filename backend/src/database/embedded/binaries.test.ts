import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpFolder } from '../../../wire-tests/set-up.ts';
import { exitCodeOf, permanentFailureExitCode } from '../../errors/startup-error.ts';
import { findBinaries, findOldBinaries, readClusterMajor } from './binaries.ts';

const folder = setUpFolder();

test('the binaries of PostgreSQL for this machine are found', () => {
  expect(findBinaries().version).toMatch(/^\d+\.\d+\.\d+/);
});

test.each([
  ['win32', 'x64'],
  ['linux', 's390x'],
  ['freebsd', 'x64'],
])('on %s %s, which has no binaries, the error says to set DATABASE_URL', (platform, arch) => {
  expect(() => findBinaries(platform, arch)).toThrow(
    `There is no embedded database for ${platform} ${arch}: set DATABASE_URL to a PostgreSQL 15 or newer of your own`,
  );
});

test.each([
  [
    'an older database whose programs are missing',
    () => findOldBinaries(17, folder),
    /OLD_POSTGRES=\.\/postgres-17/,
  ],
  ['a folder that is no database', () => readClusterMajor(folder), /restore a backup into an empty DATA_DIR/],
])('%s stops the start with a message that says what to do, and is not retried', (_, find, advice) => {
  writeFileSync(join(folder, 'PG_VERSION'), 'text');
  let error: unknown;
  try {
    find();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ message: expect.stringMatching(advice) });
  expect(exitCodeOf(error)).toBe(permanentFailureExitCode);
});
