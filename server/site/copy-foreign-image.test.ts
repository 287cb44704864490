import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { copyForeignImage } from '../../site/app/dashboard/media/receive/copy-foreign-image.server.ts';
import { PictureError } from '../../site/app/dashboard/media/receive/encode-picture-sizes.server.ts';
import { connectedBackend, setUpMailWorkerFixture, testCleanups } from '../mail/mail-worker.fixture.ts';

setUpMailWorkerFixture();

test('B-285 an image of another host is judged by its content, and copied in our sizes', async () => {
  const sample = await readFile(new URL('../../site/public/samples/ringcheck-ticket.webp', import.meta.url));
  const host = createServer(({ url }, response) => {
    // the type that a host claims does not matter
    response.setHeader('content-type', url === '/page' ? 'image/webp' : 'text/plain');
    response.end(url === '/page' ? '<!doctype html>' : sample);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => host.once('listening', done));
  testCleanups.push(async () => void host.close());
  const port = String((host.address() as AddressInfo).port);
  const options = {
    maxBytes: sample.length,
    timeoutMs: 10_000,
    resolve: () => Promise.resolve(['127.0.0.1']),
    isAllowed: (address: string) => address === '127.0.0.1',
    ports: [port],
  };
  const client = createSecretKeyClient(connectedBackend.access, connectedBackend.keys);
  const copy = (path: string, id: string) =>
    copyForeignImage({ client, id, address: `http://pictures.example:${port}${path}`, origin: '' }, options);

  const id = randomUUID();
  const url = await copy('/picture', id);
  expect(url).toMatch(new RegExp(`^/storage/v1/object/public/pictures/${id}/\\d+x\\d+\\.webp$`));
  const { data } = await client.storage.from('pictures').list(id);
  expect(data?.map(({ name }) => name)).toContain(url.split('/').at(-1));
  expect(data?.map(({ name }) => name)).toContain('480.webp');

  const other = randomUUID();
  await expect(copy('/page', other)).rejects.toThrow(PictureError);
  expect((await client.storage.from('pictures').list(other)).data).toEqual([]);
});
