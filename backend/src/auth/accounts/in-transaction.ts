// Transactions on the tables of auth.
import type pg from 'pg';
import { isConnectionLoss, mapConnectErrors } from '../../database/database-failure.ts';
import { isAccountConflict } from './sign-up-errors.ts';

/** Runs `work` in a transaction as owner of schema auth. A statement, including triggers, may take 10 seconds. */
export async function runInTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await mapConnectErrors(pool.connect());
  let broken = false;
  function markBroken(): void {
    broken = true;
  }
  // Without a listener, a connection that is lost between statements would end the process.
  client.on('error', markBroken);
  try {
    await Promise.all([client.query('begin'), client.query("set local statement_timeout = '10s'")]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    if (isConnectionLoss(error)) markBroken();
    if (!broken) await client.query('rollback').catch(markBroken);
    throw error;
  } finally {
    client.off('error', markBroken);
    client.release(broken || client.getTransactionStatus() !== 'I');
  }
}

/** Runs `work` again after a conflict: of two first sign-ins at once, the second then finds what the first created. */
export async function retryOnAccountConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAccountConflict(error)) throw error;
    return work();
  }
}
