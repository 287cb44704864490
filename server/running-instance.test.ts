import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZombie } from '@fairlead/backend/testing';
import { findInstance, recordInstance } from './running-instance.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a server is found while it runs, and not after its end', () => {
  expect(findInstance(folder)).toBeNull();
  const instance = { pid: process.pid, siteUrl: 'http://localhost:3000' };
  const remove = recordInstance(folder, instance);
  expect(findInstance(folder)).toEqual(instance);
  remove();
  expect(findInstance(folder)).toBeNull();
});

test('a file that kill -9 left behind, or one that is cut short, does not count', () => {
  // Higher than any process id on Linux.
  recordInstance(folder, { pid: 2 ** 22 + 1, siteUrl: 'http://localhost:3000' });
  expect(findInstance(folder)).toBeNull();
  // The id was reused for another process: this one, which started at another time.
  recordInstance(folder, { pid: process.pid, siteUrl: 'http://localhost:3000' });
  const file = join(folder, 'running.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), birth: 'earlier 1' }));
  expect(findInstance(folder)).toBeNull();
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 9));
  expect(findInstance(folder)).toBeNull();
});

test.runIf(process.platform === 'linux')(
  'a process that has ended and was not reaped is no running server',
  async () => {
    const zombie = await makeZombie();
    try {
      recordInstance(folder, { pid: zombie.pid, siteUrl: 'http://localhost:3000' });
      expect(findInstance(folder)).toBeNull();
    } finally {
      zombie.end();
    }
  },
);

test('a file counts for its own folder alone: not for a copy, nor for another folder at its path', () => {
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  execFileSync('mkdir', [data]);
  const instance = { pid: process.pid, siteUrl: 'http://localhost:3000' };
  recordInstance(data, instance);
  execFileSync('cp', ['-a', data, copy]);
  expect(findInstance(copy)).toBeNull();
  symlinkSync(data, join(folder, 'link'));
  expect(findInstance(join(folder, 'link'))).toEqual(instance);
  renameSync(data, join(folder, 'old'));
  renameSync(copy, data);
  expect(findInstance(data)).toBeNull();
});
