// Rows of backend.account_mails. A message is claimed by a lease: until it ends, other processes skip it.
import type pg from 'pg';

/** A pool, or the client of a transaction. */
export type PoolOrClient = Pick<pg.PoolClient, 'query'>;

/** Far above the rate limits; bounds the table while a mail server is down. */
const maxQueued = 10_000;

export interface QueuedMail {
  /** bigint, so the driver gives text. */
  id: string;
  kind: string;
  content: Buffer;
  attempts: number;
  ttl_s: number;
}

/** Returns false if the queue is full. */
export async function insertQueuedMail(
  db: PoolOrClient,
  { kind, content, ttlS }: { kind: string; content: Buffer; ttlS: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into backend.account_mails (kind, content, expires_at)
     select $1, $2, clock_timestamp() + make_interval(secs => $3)
     where (select count(*) from backend.account_mails) < $4`,
    [kind, content, ttlS, maxQueued],
  );
  return rowCount === 1;
}

/**
 * The next due message; undefined if there is none. Messages that failed before come last: a recipient whose server
 * hangs for a minute each time must not delay the first attempts of others.
 */
export async function claimQueuedMail(db: PoolOrClient, leaseMs: number): Promise<QueuedMail | undefined> {
  const { rows } = await db.query<QueuedMail>(
    `update backend.account_mails
     set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
     where id = (
       select id from backend.account_mails
       where next_attempt_at <= now() and expires_at > now()
       order by attempts, next_attempt_at, id limit 1 for update skip locked
     )
     returning id, kind, content, attempts, extract(epoch from expires_at - now())::float8 as ttl_s`,
    [leaseMs / 1000],
  );
  return rows[0];
}

/** Deletes the message only while this claim is valid. */
export async function deleteQueuedMail(db: PoolOrClient, { id, attempts }: QueuedMail): Promise<void> {
  await db.query('delete from backend.account_mails where id = $1 and attempts = $2', [id, attempts]);
}

/** Makes the message due after the wait, only while this claim is valid. */
export async function postponeQueuedMail(
  db: PoolOrClient,
  { id, attempts }: QueuedMail,
  waitMs: number,
): Promise<void> {
  await db.query(
    `update backend.account_mails set next_attempt_at = now() + make_interval(secs => $3)
     where id = $1 and attempts = $2`,
    [id, attempts, waitMs / 1000],
  );
}

/** Deletes expired messages that are not claimed; returns their kinds. */
export async function deleteExpiredMails(db: PoolOrClient): Promise<string[]> {
  const { rows } = await db.query<{ kind: string }>(
    `delete from backend.account_mails where expires_at <= now() and next_attempt_at <= now() returning kind`,
  );
  return rows.map(({ kind }) => kind);
}

/** Undefined for an empty queue. */
export async function readMsUntilNextMail(db: PoolOrClient): Promise<number | undefined> {
  const { rows } = await db.query<{ ms: number | null }>(
    `select extract(epoch from min(next_attempt_at) - now())::float8 * 1000 as ms from backend.account_mails`,
  );
  return rows[0]?.ms ?? undefined;
}
