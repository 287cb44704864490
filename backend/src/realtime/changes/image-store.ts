// Reads the images that the triggers of published tables store for each statement, and deletes old ones.
import type { Pool } from 'pg';
import type { LogWriter } from '../../errors/log-entry.ts';

/** The rows that a statement changed, as text; those of an UPDATE have the same places in both. */
export interface StatementImages {
  transaction: string;
  old: string[] | null;
  new: string[] | null;
}

/**
 * A slow server can read images for at least `keptMs` after their commit, and none stays for a minute while a server
 * runs. Above `maxBytes` nothing is stored until old images are deleted; subscribers are told to read again.
 */
const bounds = { sweepEveryMs: 10_000, keptMs: 30_000, maxBytes: 512 * 1024 ** 2 };
const subscriptionS = 60;
/** After a server closes; others renew the subscription before then. */
const remainingS = 15;
const vacuumBytes = 16 * 1024 ** 2;
const secondsSince1970 = 'ceil(extract(epoch from clock_timestamp()))::bigint';

export function createImageStore(
  pool: Pool,
  isSubscribed: () => boolean,
  log: LogWriter,
  { sweepEveryMs, keptMs, maxBytes } = bounds,
) {
  const subscribe = `select setval('realtime.subscribed_until', ${secondsSince1970} + ${subscriptionS})
    where pg_total_relation_size('realtime.statement_images') <= ${maxBytes}`;
  let hasBegun = false;
  /** Snapshots of the last sweeps: what one contains was committed before it was taken. */
  let snapshots: { text: string; takenAt: number }[] = [];
  let running = Promise.resolve();

  async function sweep(): Promise<void> {
    const takenAt = Date.now();
    const { rows } = await pool.query<{ snapshot: string; bytes: number }>(
      `select pg_current_snapshot()::text as snapshot, pg_total_relation_size('realtime.statement_images')::float8 as bytes`,
    );
    const [found] = rows;
    if (found === undefined) return;
    const isFull = found.bytes > maxBytes;
    if (isFull) {
      log({ level: 'warn', event: 'realtime.images_full' });
      await pool.query(`select setval('realtime.subscribed_until', 1)`);
    } else if (isSubscribed()) await pool.query(subscribe);
    const due = snapshots.findLast((snapshot) => takenAt - snapshot.takenAt >= keptMs);
    if (due !== undefined) {
      // Images of a restored dump may have transactions of another server, which are in this one's future.
      await pool.query(
        `delete from realtime.statement_images
         where pg_visible_in_snapshot(transaction, $1::pg_snapshot)
           or transaction >= pg_snapshot_xmax(pg_current_snapshot())`,
        [due.text],
      );
      if (found.bytes > vacuumBytes) await pool.query('vacuum realtime.statement_images');
    }
    snapshots = snapshots.filter((snapshot) => snapshot === due || takenAt - snapshot.takenAt < keptMs);
    snapshots.push({ text: found.snapshot, takenAt });
  }

  const timer = setInterval(() => {
    running = running.then(sweep).catch((error: unknown) => {
      log({ level: 'warn', event: 'realtime.cleanup_failed', code: (error as { code?: string }).code ?? '' });
    });
  }, sweepEveryMs).unref();

  return {
    /** Resolves when statements that begin from now on store images; renewed while `isSubscribed` says so. */
    async begin() {
      hasBegun = true;
      await pool.query(subscribe);
    },
    /** By ID. Images that were deleted or never stored are missing. */
    async read(ids: readonly number[]) {
      const { rows } = await pool.query<StatementImages & { id: number }>(
        `select id::float8 as id, transaction::text as transaction, to_json(old_rows) as old, to_json(new_rows) as new
         from realtime.statement_images where id = any($1)`,
        [ids],
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    async close() {
      clearInterval(timer);
      await running;
      if (!hasBegun) return;
      // Without a server nobody deletes images.
      await pool
        .query(
          `select setval('realtime.subscribed_until', ${secondsSince1970} + ${remainingS})
           where pg_sequence_last_value('realtime.subscribed_until') > ${secondsSince1970} + ${remainingS}`,
        )
        .catch(() => {});
    },
  };
}

export type ImageStore = ReturnType<typeof createImageStore>;
