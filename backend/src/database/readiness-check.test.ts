import { expect, test } from 'vitest';
import { startOwnCluster } from '../../wire-tests/cluster.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import type { LogEntry } from '../errors/log-entry.ts';
import { toClientConfig } from './connection-parameters.ts';
import { DatabaseClient } from './database-client.ts';
import { createPool } from './pool.ts';
import { createReadinessCheck } from './readiness-check.ts';

const cluster = setUp(startOwnCluster);

test('B-133 each outage is one line of the log, for any number of readiness requests', async () => {
  const connection = await cluster.createDatabase();
  const { database } = connection;
  const admin = new DatabaseClient(toClientConfig(cluster.connection));
  await admin.connect();
  const log: LogEntry[] = [];
  const pool = createPool(connection, { max: 1 });
  await pool.query('create schema backend; create table backend.write_check (written boolean)');
  const check = createReadinessCheck(pool, (entry) => log.push(entry));
  await check();
  for (const outage of [1, 2]) {
    await admin.query(`alter database ${database} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
    for (const _probe of [1, 2, 3]) await expect(check()).rejects.toMatchObject({ status: 503 });
    expect(log).toHaveLength(outage);
    expect(log.at(-1)).toMatchObject({ level: 'error', event: 'database.unreachable' });
    await admin.query(`alter database ${database} allow_connections true`);
    await expect
      .poll(() =>
        check().then(
          () => 'ready',
          () => 'not ready',
        ),
      )
      .toBe('ready');
  }
  await pool.end();
  await admin.close();
});
