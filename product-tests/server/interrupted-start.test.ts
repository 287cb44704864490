import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listProcessesOf, startCommand } from '../../e2e/product/command.ts';
import { removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { expect, test } from '../fixture.ts';
import { findFreePort } from '../../e2e/product/product.ts';

test('Ctrl-C before the site is up ends with 0 and leaves nothing behind @audit', async () => {
  const dataDir = temporaryFolder();
  const command = startCommand(['tools/setup/start.mjs', 'start'], {
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
  });
  try {
    // The database runs, and its migrations are still to come. Before, start.mjs may build the site.
    await expect
      .poll(() => existsSync(join(dataDir, 'keys.json')), { interval: 10, timeout: 60_000 })
      .toBe(true);
  } finally {
    command.process.kill('SIGINT');
  }
  expect(await command.exited).toBe(0);
  expect(command.output()).not.toMatch(/fairlead|Owner|\{/i);
  expect(listProcessesOf(dataDir)).toEqual([]);
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false);
  removeFolder(dataDir);
});
