import type { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createSpaceReserver, defaultStorageQuota } from './quota.ts';

/** The space that files may still take on a disk. */
async function freeBytesOf(disk: Partial<Awaited<ReturnType<typeof statfs>>>): Promise<unknown> {
  let given: unknown[] = [];
  const pool = {
    query: async (_: string, values: unknown[]) => {
      given = values;
      return { rows: [{ outcome: 'ok' }] };
    },
  };
  const reserve = createSpaceReserver(
    { pool: pool as unknown as Pool, folder: tmpdir(), log: () => {} },
    { ...defaultStorageQuota, reserve: 1_000 },
    (async () => ({ bavail: 10, bsize: 4_096, ...disk })) as unknown as typeof statfs,
  );
  await reserve({ version: 'x', owner: null, bytes: 0, unwritten: 0 });
  return given.at(-1);
}

test('a disk with hardly a file left has no room, not even for an empty one', async () => {
  expect(await freeBytesOf({ files: 1_000, ffree: 500 })).toBe(39_960);
  expect(await freeBytesOf({ files: 1_000, ffree: 10 })).toBe(-1);
  expect(await freeBytesOf({ files: 0, ffree: 0 })).toBe(39_960);
});
