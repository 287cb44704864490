import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listBlobs } from '../../src/backup/copy-files.ts';
import { createBackend } from '../../src/index.ts';
import { startWireServer } from '../server.ts';
import { setUp, setUpFolder } from '../set-up.ts';

const workdir = setUpFolder();
const folder = join(workdir, 'storage');

const server = setUp(async () => {
  const migrations = join(workdir, 'supabase', 'migrations');
  await mkdir(migrations, { recursive: true });
  await writeFile(
    join(migrations, '1_vault.sql'),
    `insert into storage.buckets (id, name) values ('vault', 'vault')`,
  );
  return startWireServer({ workdir, backend: { storage: { folder, soleWriter: false } } });
});

const filesOnDisk = async () => (await listBlobs(workdir)).length;

test('a starting server does not interrupt uploads of another; an object removed by one is gone for both', async () => {
  const release = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from('first half, '));
      await release.promise;
      controller.enqueue(Buffer.from('second half'));
      controller.close();
    },
  });
  const uploading = server.client(server.secretKey).storage.from('vault').upload('slow.txt', body);
  await expect.poll(filesOnDisk).toBe(1);

  const { host = '', port = 0, user = '', database = '' } = server.pool.options;
  const { jwtSecret, publishableKey, secretKey, url } = server;
  const second = createBackend({
    connection: { host, port, user, database, password: String(server.pool.options.password) },
    keys: { jwtSecret, publishableKey, secretKey },
    publicUrl: url,
    workdir,
    storage: { folder, soleWriter: false },
  });
  onTestFinished(() => second.close());
  await second.migrate();
  release.resolve();
  expect((await uploading).error).toBeNull();
  const headers = { apikey: secretKey };
  const send = (method: string) =>
    second.fetch(new Request(`${url}/storage/v1/object/vault/slow.txt`, { method, headers }));
  expect(await (await send('GET')).text()).toBe('first half, second half');
  expect((await send('DELETE')).status).toBe(200);
  await expect.poll(filesOnDisk).toBe(0);
  const { error } = await server.client(secretKey).storage.from('vault').download('slow.txt');
  expect(error?.message).toBe('Object not found');
});
