// The readiness check: throws 503 while the database does not reply or accepts no writes.
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { BackendError } from '../errors/backend-error.ts';
import { withTimeout } from '../errors/call-all.ts';
import type { LogWriter } from '../errors/log-entry.ts';
import {
  databaseUnavailableError,
  isConnectionLoss,
  mapConnectErrors,
  databaseNotWritableError,
} from './database-failure.ts';
import { startConnectionDeadline } from './drop-connections.ts';

const replyMs = 3_000;
/** A successful write is trusted for this long, so that frequent checks cost little. */
const writeEveryMs = 10_000;
/** One implicit transaction, so that an error leaves no open transaction. */
const write = `set local lock_timeout = '100ms'; truncate backend.write_check; insert into backend.write_check values (true)`;
/** The code if another server of this database, or a backup, holds the lock of the table. */
const lockNotAvailable = '55P03';

/**
 * Throws a BackendError 503 while the database does not reply or accepts no writes. Concurrent calls share one check.
 */
export function createReadinessCheck(pool: Pool, log: LogWriter): () => Promise<void> {
  let checking: Promise<void> | undefined;
  let wroteAt = -Infinity;
  let failing = false;
  let isUnreachable = false;

  async function check(): Promise<void> {
    const client = await pool.connect();
    const clearDeadline = startConnectionDeadline(pool, client, replyMs);
    let broken = false;
    try {
      if (Date.now() - wroteAt < writeEveryMs) await client.query('select 1');
      else await tryWrite(client);
    } catch (error) {
      broken = !(error instanceof BackendError);
      throw error;
    } finally {
      clearDeadline();
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
    return databaseNotWritableError(error);
  }

  /** Logged once per outage; otherwise only clients of the readiness endpoint would notice it. */
  function noteUnreachable({ message: shown, cause }: BackendError): void {
    if (isUnreachable || failing) return;
    isUnreachable = true;
    const message = cause instanceof Error ? cause.message : shown;
    log({ level: 'error', event: 'database.unreachable', message });
  }

  return async () => {
    checking ??= check().finally(() => (checking = undefined));
    try {
      await mapConnectErrors(
        withTimeout(checking, replyMs, () => databaseUnavailableError(new Error('no reply'))),
      );
      isUnreachable = false;
    } catch (error) {
      noteUnreachable(error as BackendError);
      throw error;
    }
  };
}
