import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZombie } from '@fairlead/backend/testing';
import { findRunningInstance, recordRunningInstance } from './running-instance.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a server is found while it runs, and not after its end', () => {
  expect(findRunningInstance(folder)).toBeNull();
  const instance = { pid: process.pid, siteUrl: 'http://localhost:3000' };
  const remove = recordRunningInstance(folder, instance);
  expect(findRunningInstance(folder)).toEqual(instance);
  remove();
  expect(findRunningInstance(folder)).toBeNull();
});

test('a file that kill -9 left behind, or one that is cut short, does not count', () => {
  // Higher than any process id on Linux.
  recordRunningInstance(folder, { pid: 2 ** 22 + 1, siteUrl: 'http://localhost:3000' });
  expect(findRunningInstance(folder)).toBeNull();
  // The id was reused for another process: this one, which started at another time.
  recordRunningInstance(folder, { pid: process.pid, siteUrl: 'http://localhost:3000' });
  const file = join(folder, 'running.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), birth: 'earlier 1' }));
  expect(findRunningInstance(folder)).toBeNull();
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 9));
  expect(findRunningInstance(folder)).toBeNull();
});

test.runIf(process.platform === 'linux')(
  'a process that has ended and was not reaped is no running server',
  async () => {
    const zombie = await makeZombie();
    try {
      recordRunningInstance(folder, { pid: zombie.pid, siteUrl: 'http://localhost:3000' });
      expect(findRunningInstance(folder)).toBeNull();
    } finally {
      zombie.end();
    }
  },
);

test('the file of a running server counts only for its own folder, not for a copy or another folder at its path', () => {
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  execFileSync('mkdir', [data]);
  const instance = { pid: process.pid, siteUrl: 'http://localhost:3000' };
  recordRunningInstance(data, instance);
  execFileSync('cp', ['-a', data, copy]);
  expect(findRunningInstance(copy)).toBeNull();
  symlinkSync(data, join(folder, 'link'));
  expect(findRunningInstance(join(folder, 'link'))).toEqual(instance);
  renameSync(data, join(folder, 'old'));
  renameSync(copy, data);
  expect(findRunningInstance(data)).toBeNull();
});
