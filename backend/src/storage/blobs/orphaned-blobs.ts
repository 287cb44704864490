// Deletes files without a row, so that a crash leaves none. Each file is recorded before its first byte is written
// (quota.ts), its record is removed by the row that refers to it, and added again when that row changes or is deleted.
import type { Pool } from 'pg';
import type { BlobStore } from './blob-store.ts';

const batchSize = 100;

export function createOrphanedBlobCollector(pool: Pool, blobs: BlobStore) {
  let collecting: Promise<void> | undefined;
  let requested = false;

  async function collectAll(): Promise<void> {
    do {
      requested = false;
      while ((await collectBatch(pool, blobs)) === batchSize);
    } while (requested);
  }

  return {
    async release(version: string) {
      await pool.query('update backend.orphaned_blobs set held_until = now() where version = $1', [version]);
    },
    /** Deletes files without row or reservation. Runs never overlap; a call during a run starts another one after it. */
    collect() {
      requested = true;
      collecting ??= collectAll().finally(() => {
        collecting = undefined;
      });
      return collecting;
    },
  };
}

export type OrphanedBlobCollector = ReturnType<typeof createOrphanedBlobCollector>;

/** Call it only if no upload can be in progress. */
export async function expireBlobReservations(pool: Pool): Promise<void> {
  await pool.query('update backend.orphaned_blobs set held_until = now() where held_until > now()');
}

/** Commits after the files are deleted: deleting them again after a crash does no harm. */
async function collectBatch(pool: Pool, blobs: BlobStore): Promise<number> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ version: string }>(
      `delete from backend.orphaned_blobs where version in (
         select version from backend.orphaned_blobs where held_until <= now()
         order by held_until limit ${batchSize} for update skip locked
       ) returning version`,
    );
    for (const { version } of rows) await blobs.remove(version);
    await client.query('commit');
    broken = false;
    return rows.length;
  } finally {
    client.release(broken);
  }
}
