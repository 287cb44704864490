import { mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { beforeAll, expect, test } from 'vitest';
import { listBlobs } from '../../src/backup/copy-files.ts';
import type { BackendKeys } from '../../src/tokens/keys.ts';
import { setUpFolder, setUpMany } from '../set-up.ts';
import { startBackendProgram } from '../start-program.ts';

// Long, because it starts servers with their own databases, and the machine may be busy.
const pollOptions = { timeout: 60_000 };
const workdir = setUpFolder(0o755);

beforeAll(() => mkdir(join(workdir, 'supabase', 'migrations'), { recursive: true }));

const start = setUpMany(async () => {
  const program = startBackendProgram(workdir);
  await program.waitForOutput(/Keys/);
  const keys = JSON.parse(await readFile(join(workdir, '.data', 'keys.json'), 'utf8')) as BackendKeys;
  return {
    url: /http:\S+/.exec(program.standardOutput())?.[0] ?? '',
    key: keys.secretKey,
    kill: async () => void (await program.stop('SIGKILL')),
    close: () => program.stop(),
  };
});

const filesOnDisk = async () => (await listBlobs(join(workdir, '.data'))).length;

test('an upload interrupted by kill -9 creates and replaces no object, and its files are deleted at the next start', async () => {
  const first = await start();
  const { storage } = createClient(first.url, first.key);
  await storage.createBucket('box');
  expect((await storage.from('box').upload('kept.txt', 'whole')).error).toBeNull();
  const { hostname, port } = new URL(first.url);
  for (const [name, method] of [
    ['half.txt', 'POST'],
    ['kept.txt', 'PUT'],
  ]) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `${method} /storage/v1/object/box/${name} HTTP/1.1\r\nhost: x\r\napikey: ${first.key}\r\n` +
        'content-type: text/plain\r\ncontent-length: 1000000\r\n\r\nhalf',
    );
  }
  await expect.poll(filesOnDisk, pollOptions).toBe(3);
  await first.kill();

  const second = await start();
  const box = createClient(second.url, second.key).storage.from('box');
  expect((await box.list()).data?.map(({ name }) => name)).toEqual(['kept.txt']);
  expect(await (await box.download('kept.txt')).data?.text()).toBe('whole');
  await expect.poll(filesOnDisk, pollOptions).toBe(1);
  expect((await box.remove(['kept.txt'])).error).toBeNull();
  await expect.poll(filesOnDisk, pollOptions).toBe(0);
}, 120_000);
