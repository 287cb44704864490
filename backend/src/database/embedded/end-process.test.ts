// Tests of files that a killed process, or copying a folder in use, leaves in a cluster.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { postmasterPid } from '../../../wire-tests/database-holder.ts';
import { fillWithPristine } from '../../../wire-tests/fill-with-pristine.ts';
import { makeZombie } from '../../../wire-tests/make-zombie.ts';
import { folderForTest } from '../../../wire-tests/set-up.ts';
import { startEmbeddedServer } from '../embedded-server.ts';
import type { EmbeddedServer } from '../embedded-server.ts';

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;

beforeEach(async () => {
  dataDir = folderForTest();
  await fillWithPristine(dataDir);
});

async function start(): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir });
  onTestFinished(() => server.stop());
  return server;
}

test('a pid file that names an unrelated process neither prevents the start nor harms that process', async () => {
  const first = await start();
  await first.stop();
  const file = join(first.clusterFolder, 'postmaster.pid');
  writeFileSync(file, `${process.pid}\n${first.clusterFolder}\n0\n5432\n\n\n`, { mode: 0o600 });
  const second = await start();
  expect(postmasterPid(second.clusterFolder)).not.toBe(process.pid);
});

test('an empty or damaged pid file stops the start with its fix, and deleting it is the fix', async () => {
  const first = await start();
  await first.stop();
  const file = join(first.clusterFolder, 'postmaster.pid');
  for (const content of ['', '\0\0\0\0']) {
    // If this runs as root, the database runs as another user, who must be able to read it.
    writeFileSync(file, content, { mode: 0o644 });
    await expect(start()).rejects.toThrow(`${file} is empty or damaged`);
  }
  rmSync(file);
  await start();
});

test.runIf(process.platform === 'linux')(
  'a pid file and a socket lock that name a zombie do not prevent the start',
  async () => {
    const first = await start();
    await first.stop();
    const zombie = await makeZombie();
    try {
      const note = `${zombie.pid}\n${first.clusterFolder}\n0\n5432\n\n\n`;
      writeFileSync(join(first.clusterFolder, 'postmaster.pid'), note, { mode: 0o600 });
      writeFileSync(join(first.connection.host, '.s.PGSQL.5432.lock'), note, { mode: 0o600 });
      const second = await start();
      expect(postmasterPid(second.clusterFolder)).not.toBe(zombie.pid);
    } finally {
      zombie.end();
    }
  },
);
