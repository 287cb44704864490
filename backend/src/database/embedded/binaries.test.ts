import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exitCodeOf, permanentFailureExitCode } from '../../errors/startup-error.ts';
import { findOldBinaries, readClusterMajor } from './binaries.ts';

const folder = mkdtempSync(join(tmpdir(), 'binaries-'));

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [
    'an older database whose programs are missing',
    () => findOldBinaries(17, folder),
    /OLD_POSTGRES=\.\/postgres-17/,
  ],
  ['a folder that is no database', () => readClusterMajor(folder), /restore a backup into an empty DATA_DIR/],
])('%s stops the start for good, with what to do', (_, find, advice) => {
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
