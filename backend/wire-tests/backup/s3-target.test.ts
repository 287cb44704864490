import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { startS3Server } from '../../fakes/s3-server.ts';
import { startTcpServer } from '../../fakes/tcp-server.ts';
import { createS3Target } from '../../src/backup/targets/s3-target.ts';
import type { BackupTarget } from '../../src/backup/targets/backup-target.ts';
import { setUp } from '../set-up.ts';

let target: BackupTarget;

function open(changes: Partial<Parameters<typeof createS3Target>[0]> = {}, timeoutMs?: number): BackupTarget {
  const { endpoint, accessKey, secretKey } = store;
  return createS3Target(
    {
      bucket: 'backups',
      prefix: 'site one',
      region: 'ca-central-1',
      endpoint,
      accessKey,
      secretKey,
      ...changes,
    },
    timeoutMs,
  );
}

const store = setUp(() => startS3Server('backups'));

beforeEach(() => {
  store.objects.clear();
  target = open();
});

test('a stream stored in a bucket in parts is read back unchanged; lists have pages; removing an object twice is no error', async () => {
  const large = randomBytes(33_000_000);
  await target.write('large', Readable.from([large.subarray(0, 9), large.subarray(9)]));
  expect(store.uploads.size).toBe(0);
  expect([...store.objects.keys()]).toEqual(['backups/site one/large']);
  expect((await buffer(await target.read('large'))).equals(large)).toBe(true);
  for (let count = 0; count < 120; count++)
    await target.write(`log/${count}`, Readable.from([Buffer.from('x')]));
  await open({ prefix: '' }).write('mine', Readable.from([Buffer.from('other')]));
  expect(await target.folders()).toEqual(['log']);
  expect(await target.below('log').list('')).toHaveLength(120);
  expect(await open({ prefix: '' }).folders()).toEqual(['site one']);
  expect(await target.list('log/')).toHaveLength(120);
  expect((await target.list('')).find(({ name }) => name === 'large')?.bytes).toBe(large.byteLength);
  await target.remove('large');
  await target.remove('large');
  expect(await target.list('')).toHaveLength(120);
});

test('a store that accepts connections and never responds is named', async () => {
  const silent = await startTcpServer();
  const endpoint = `http://${silent.address}`;
  const hanging = open({ endpoint }, 200);
  for (const question of [
    hanging.list(''),
    hanging.has('x'),
    hanging.read('x'),
    hanging.remove('x'),
    hanging.folders(),
    hanging.below('y').list(''),
  ])
    await expect(question).rejects.toThrow(`BACKUP_TO: ${endpoint} did not respond within 0.2 seconds`);
  silent.close();
});

test('a stream that fails leaves no object', async () => {
  function* failing(): Generator<Buffer> {
    yield randomBytes(17_000_000);
    throw new Error('the disk went away');
  }
  await expect(target.write('half', Readable.from(failing()))).rejects.toThrow();
  expect(store.objects.size).toBe(0);
});

test('errors name the setting to correct; a missing object is ENOENT', async () => {
  await expect(target.read('nothing')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(open({ secretKey: 'another' }).list('')).rejects.toThrow(/BACKUP_S3_SECRET_ACCESS_KEY/);
  await expect(open({ bucket: 'others' }).list('')).rejects.toThrow(/the bucket does not exist/);
  await expect(open({ endpoint: 'http://127.0.0.1:9' }).list('')).rejects.toThrow(/BACKUP_S3_ENDPOINT/);
});
