import { DatabaseError } from 'pg';
import type { Pool, PoolClient } from 'pg';
import { BackendError } from '../errors/backend-error.ts';
import type { Log } from '../errors/log-entry.ts';
import { databaseUnavailable, isConnectionLoss, reachable } from './connection-loss.ts';
import { limitWork } from './drop-connections.ts';
import { storageFailed } from './storage-failure.ts';

const replyMs = 3_000;
/** A write that was seen to work counts this long, so that whoever asks often costs little. */
const writeEveryMs = 10_000;
/** One transaction, without a begin that an error would leave open. */
const write = `set local lock_timeout = '100ms'; truncate backend.write_check; insert into backend.write_check values (true)`;
/** Another server of this database, or a backup, holds the table. */
const lockNotAvailable = '55P03';

/**
 * Whether the database answers and takes writes, as a function that throws a BackendError 503 where it does not. All
 * who ask at one time share one check.
 */
export function createReadiness(pool: Pool, log: Log): () => Promise<void> {
  let checking: Promise<void> | undefined;
  let wroteAt = -Infinity;
  let failing = false;

  async function check(): Promise<void> {
    const client = await pool.connect();
    const liftLimit = limitWork(pool, client, replyMs);
    let broken = false;
    try {
      if (Date.now() - wroteAt < writeEveryMs) await client.query('select 1');
      else await tryWrite(client);
    } catch (error) {
      broken = !(error instanceof BackendError);
      throw error;
    } finally {
      liftLimit();
      client.release(broken);
    }
  }

  async function tryWrite(client: PoolClient): Promise<void> {
    try {
      await client.query(write);
    } catch (error) {
      if (!(error instanceof DatabaseError) || isConnectionLoss(error)) throw error;
      if (error.code !== lockNotAvailable) throw notWritable(error);
    }
    wroteAt = Date.now();
    failing = false;
  }

  function notWritable(error: DatabaseError): BackendError {
    const { code = '', message } = error;
    if (!failing) log({ level: 'error', event: 'database.not_writable', code, message });
    failing = true;
    return storageFailed(error);
  }

  return async () => {
    checking ??= check().finally(() => (checking = undefined));
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(databaseUnavailable(new Error('no reply'))), replyMs);
    try {
      await reachable(Promise.race([checking, late.promise]));
    } finally {
      clearTimeout(timer);
    }
  };
}
