import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImageCache } from './render-image.ts';

test('images of a few bytes count as what they take of the disk, so that visitors cannot fill it with them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  const cache = createImageCache(folder, 10 * 4096);
  for (let key = 0; key < 100; key++) await cache.write(key.toString(16), new Uint8Array(20));
  await expect.poll(async () => (await readdir(folder)).length).toBe(10);
  expect(await cache.read('63')).toHaveLength(20);
  expect(await cache.read('0')).toBeNull();
  await rm(folder, { recursive: true });
});
