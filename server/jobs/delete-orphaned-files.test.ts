import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { startOrphanedFileDeletion } from './delete-orphaned-files.ts';
import {
  testCleanups,
  connectedBackend,
  databasePool,
  setUpMailWorkerFixture,
} from '../mail/mail-worker.fixture.ts';

setUpMailWorkerFixture();

test('B-14 a server that starts deletes the files that killed servers and abandoned uploads have left in storage', async () => {
  const client = createSecretKeyClient(connectedBackend.access, connectedBackend.keys);
  const age = { incoming: '61 minutes', pictures: '25 hours' };
  async function put(bucket: keyof typeof age, isOld: boolean): Promise<string> {
    const path = `${randomUUID()}/480.webp`;
    const { error } = await client.storage.from(bucket).upload(path, 'bytes', { contentType: 'image/webp' });
    expect(error).toBeNull();
    if (isOld)
      await databasePool.query(
        `update storage.objects set created_at = now() - $1::interval where bucket_id = $2 and name = $3`,
        [age[bucket], bucket, path],
      );
    return path;
  }
  await put('incoming', true);
  await put('pictures', true);
  const used = await put('pictures', true);
  await databasePool.query('insert into media (url) values ($1)', [
    `/storage/v1/object/public/pictures/${used}`,
  ]);
  const stays = [await put('incoming', false), await put('pictures', false), used].toSorted();

  const cleanup = startOrphanedFileDeletion(client);
  testCleanups.push(cleanup.stop);
  await expect
    .poll(async () => (await databasePool.query('select name from storage.objects order by name')).rows)
    .toEqual(stays.map((name) => ({ name })));
});
