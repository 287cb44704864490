import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForTest } from '../../../wire-tests/set-up.ts';
import { truncateLargeLogFile } from './postmaster.ts';

test('a log that callers made large is emptied while the server appends to it', () => {
  const file = join(folderForTest(), 'postgres.log');
  const log = openSync(file, 'a');
  try {
    writeSync(log, 'x'.repeat(4_000_000));
    expect(truncateLargeLogFile(file)).toBe(4_000_000);
    writeSync(log, 'x'.repeat(2_000_000));
    expect(truncateLargeLogFile(file)).toBe(0);
    writeSync(log, 'next');
    expect(readFileSync(file, 'utf8')).toBe('next');
  } finally {
    closeSync(log);
  }
});
