import { spawnSync } from 'node:child_process';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { setUpFolder } from '../../../wire-tests/set-up.ts';
import { createFolderTarget } from './folder-target.ts';

const folder = setUpFolder();

test('parts of killed processes leave at once, those of other machines after a day; the rest stays', async () => {
  const here = hostname().replaceAll(/[^\w-]/g, '-');
  const ended = spawnSync('true').pid;
  const kept = [
    `fairlead-1.tar.zst.age.${here}.${process.ppid}.part`,
    'fairlead-2.tar.zst.age.elsewhere.1.part',
    `mine.${here}.${ended}.part`,
  ];
  const leaving = [
    `fairlead-3.tar.zst.age.${here}.${ended}.part`,
    // Left by an earlier process with our id, as happens in a container.
    `fairlead-4.tar.zst.age.${here}.${process.pid}.part`,
    'fairlead-5.tar.zst.age.elsewhere.1.part',
    'fairlead-6.tar.zst.age.part',
  ];
  const target = createFolderTarget(folder);
  for (const name of [...kept, ...leaving]) writeFileSync(join(folder, name), '');
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const name of leaving.slice(2)) utimesSync(join(folder, name), longAgo, longAgo);
  const source = new PassThrough();
  source.write('begun');
  const writing = target.write('fairlead-7.tar.zst.age', source);
  await expect.poll(() => readdirSync(folder).some((name) => name.startsWith('fairlead-7'))).toBe(true);
  expect(await target.list('')).toEqual([]);
  expect(readdirSync(folder).filter((name) => !name.startsWith('fairlead-7'))).toEqual(kept.toSorted());
  source.end();
  await writing;
  expect((await target.list('')).map(({ name }) => name)).toEqual(['fairlead-7.tar.zst.age']);
});
