import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnSync } from 'node:child_process';
import { folderForTest } from '../../../wire-tests/set-up.ts';
import { deleteOrphanedFunctionFolders } from './spawn-function-process.ts';

test('folders of functions whose server was killed go; those of living and starting ones and of others stay', async () => {
  const folder = folderForTest();
  for (const name of ['aaaaaa', 'bbbbbb', 'cccccc', 'dddddd', 'eeeeee'])
    mkdirSync(join(folder, `function-${name}`));
  mkdirSync(join(folder, 'functions'));
  // A process that ends without closing leaves its socket, as kill -9 does.
  const killed = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', killed, join(folder, 'function-aaaaaa', 's')]);
  const living = createServer().listen(join(folder, 'function-bbbbbb', 's'));
  const longAgo = new Date(Date.now() - 7_200_000);
  utimesSync(join(folder, 'function-dddddd'), longAgo, longAgo);
  writeFileSync(join(folder, 'function-eeeeee', 'mine.txt'), '');
  try {
    await deleteOrphanedFunctionFolders(folder);
    expect(readdirSync(folder).toSorted()).toEqual([
      'function-bbbbbb',
      'function-cccccc',
      'function-eeeeee',
      'functions',
    ]);
  } finally {
    living.close();
  }
});
