// Account of the files that no row names. See migration 0300: a file is noted here before its first byte is written,
// struck off by the row that names it, and noted again when that row lets it go.
import type { Pool } from 'pg';
import { reachable } from '../../database/connection-loss.ts';
import type { BlobStore } from './blob-store.ts';

/** Longer than any upload takes: the listener ends a request long before. */
const holdSeconds = 2 * 60 * 60;
const atOnce = 100;

export interface OrphanedBlobs {
  /** Notes a file that is about to be written. */
  hold(version: string): Promise<void>;
  /** Gives a file up that no row will name. */
  release(version: string): Promise<void>;
  /** Deletes the files that nobody names or holds. One run at a time; what comes meanwhile is done by the next. */
  collect(): Promise<void>;
}

export function createOrphanedBlobs(pool: Pool, blobs: BlobStore): OrphanedBlobs {
  let collecting: Promise<void> | undefined;
  let again = false;

  async function collectAll(): Promise<void> {
    do {
      again = false;
      while ((await collectSome(pool, blobs)) === atOnce);
    } while (again);
  }

  return {
    async hold(version) {
      await reachable(
        pool.query(
          `insert into backend.loose_blobs (version, held_until) values ($1, now() + $2 * interval '1 second')`,
          [version, holdSeconds],
        ),
      );
    },
    async release(version) {
      await pool.query('update backend.loose_blobs set held_until = now() where version = $1', [version]);
    },
    collect() {
      again = true;
      collecting ??= collectAll().finally(() => {
        collecting = undefined;
      });
      return collecting;
    },
  };
}

/** Lets go of everything held: whoever held it is dead. */
export async function releaseAll(pool: Pool): Promise<void> {
  await pool.query('update backend.loose_blobs set held_until = now() where held_until > now()');
}

/** Files first, then the account: a crash in between deletes a file a second time, which does no harm. */
async function collectSome(pool: Pool, blobs: BlobStore): Promise<number> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ version: string }>(
      `delete from backend.loose_blobs where version in (
         select version from backend.loose_blobs where held_until <= now()
         order by held_until limit ${atOnce} for update skip locked
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
