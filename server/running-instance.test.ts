import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZombie } from '../backend/wire-tests/zombie.ts';
import { findRunning, noteRunning } from './running-instance.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a server is found while it runs, and not after its end', () => {
  expect(findRunning(folder)).toBeNull();
  const note = { pid: process.pid, siteUrl: 'http://localhost:3000' };
  const forget = noteRunning(folder, note);
  expect(findRunning(folder)).toEqual(note);
  forget();
  expect(findRunning(folder)).toBeNull();
});

test('a note that kill -9 left behind, or one that is cut short, does not count', () => {
  // Above the largest process number Linux gives.
  noteRunning(folder, { pid: 2 ** 22 + 1, siteUrl: 'http://localhost:3000' });
  expect(findRunning(folder)).toBeNull();
  // The number lives on as another process: this one, which began at another moment.
  noteRunning(folder, { pid: process.pid, siteUrl: 'http://localhost:3000' });
  const file = join(folder, 'running.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), birth: 'earlier 1' }));
  expect(findRunning(folder)).toBeNull();
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 9));
  expect(findRunning(folder)).toBeNull();
});

test.runIf(process.platform === 'linux')(
  'a process that has ended and that nobody reaped is no server',
  async () => {
    const zombie = await makeZombie();
    try {
      noteRunning(folder, { pid: zombie.pid, siteUrl: 'http://localhost:3000' });
      expect(findRunning(folder)).toBeNull();
    } finally {
      zombie.end();
    }
  },
);

test('a note counts for its own folder alone: not for a copy, nor for one that took its place', () => {
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  execFileSync('mkdir', [data]);
  const note = { pid: process.pid, siteUrl: 'http://localhost:3000' };
  noteRunning(data, note);
  execFileSync('cp', ['-a', data, copy]);
  expect(findRunning(copy)).toBeNull();
  symlinkSync(data, join(folder, 'link'));
  expect(findRunning(join(folder, 'link'))).toEqual(note);
  renameSync(data, join(folder, 'old'));
  renameSync(copy, data);
  expect(findRunning(data)).toBeNull();
});
