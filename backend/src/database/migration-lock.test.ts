import { beforeEach, expect, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import { queryRows } from '../../wire-tests/query-rows.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import type { LogEntry } from '../errors/log-entry.ts';
import type { ConnectionParameters } from './connection-parameters.ts';
import { toClientConfig } from './connection-parameters.ts';
import { DatabaseClient } from './database-client.ts';
import { migrateDatabase } from './migrate-database.ts';
import { toMigration } from './migration-files.ts';
import { withMigrationLock } from './migration-lock.ts';

const cluster = setUp(startCluster);
let connection: ConnectionParameters;
let log: LogEntry[];

beforeEach(async () => {
  connection = await cluster.createDatabase();
  log = [];
});

const limits = { log: (entry: LogEntry) => void log.push(entry), logAfterMs: 200, failAfterMs: 600 };

/** Holds the lock as another server does during its upgrade. */
async function holdLock(): Promise<{ pid: number | undefined; end: () => Promise<void> }> {
  const held = Promise.withResolvers<number | undefined>();
  const released = Promise.withResolvers<void>();
  const holding = withMigrationLock(
    connection,
    async (client) => {
      held.resolve((client as DatabaseClient).sessionPid);
      await released.promise;
    },
    limits,
  );
  const pid = await held.promise;
  return {
    pid,
    async end() {
      released.resolve();
      await holding;
    },
  };
}

test('B-133 a wait for the migration lock is logged, and ends with the name of who holds it', async () => {
  const holder = await holdLock();
  const waiting = withMigrationLock(connection, () => Promise.resolve(), limits);
  await expect(waiting).rejects.toThrow(
    new RegExp(`lock of this database was in use for 0.6 s \\(PID ${holder.pid}, application 'backend'`),
  );
  expect(log).toMatchObject([{ level: 'warn', event: 'migration.waiting' }]);
  expect(log[0]?.message).toContain(`PID ${holder.pid}`);
  await holder.end();
});

test('a lock that is released while it is waited for is taken', async () => {
  const holder = await holdLock();
  const logged = Promise.withResolvers<void>();
  const options = { ...limits, log: () => logged.resolve(), failAfterMs: 20_000 };
  const waiting = withMigrationLock(connection, () => Promise.resolve('done'), options);
  await logged.promise;
  await holder.end();
  expect(await waiting).toBe('done');
});

test('limits that the operator gave to sessions do not end a migration, nor does one change the next', async () => {
  const { database } = connection;
  await queryRows(
    connection,
    `alter database ${database} set statement_timeout = '50ms';
     alter database ${database} set idle_in_transaction_session_timeout = '50ms';
     alter database ${database} set jit = on`,
  );
  const files = [
    toMigration('1_slow.sql', `select pg_sleep(0.2); set statement_timeout = '20ms'; set jit = on`),
    toMigration('2_slow.sql', `create table seen as select current_setting('jit') as jit from pg_sleep(0.1)`),
  ];
  await migrateDatabase(connection, [{ source: 'project', migrations: files }]);
  expect(await queryRows(connection, 'select jit from seen')).toEqual([{ jit: 'off' }]);
});

test('a table that another session keeps locked is named by the migration that waits for it', async () => {
  const migrations = [toMigration('1_a.sql', 'create table a (n int)')];
  await migrateDatabase(connection, [{ source: 'project', migrations }]);
  const other = new DatabaseClient(toClientConfig(connection));
  await other.connect();
  await other.query('begin; select from a');
  const later = toMigration('2_b.sql', `set lock_timeout = '100ms'; alter table a add column m int`);
  await expect(
    migrateDatabase(connection, [{ source: 'project', migrations: [...migrations, later] }]),
  ).rejects.toThrow(/2_b\.sql failed.*Another session holds what it changes: end its transaction/);
  await other.close();
});

test.each([
  ['a database that counts bytes', `encoding 'SQL_ASCII'`, /encoded in SQL_ASCII, but UTF8 is needed/],
  ['another encoding', `encoding 'LATIN1'`, /encoded in LATIN1, but UTF8 is needed/],
])('B-133 %s is refused with a message that names it', async (_what, encoding, message) => {
  const database = `foreign_${Math.random().toString(36).slice(2)}`;
  await queryRows(
    connection,
    `create database ${database} template template0 locale_provider libc lc_collate 'C' lc_ctype 'C' ${encoding}`,
  );
  await expect(migrateDatabase({ ...connection, database }, [])).rejects.toThrow(message);
  await queryRows(connection, `drop database ${database}`);
});

test('B-133 a database that accepts no writes is rejected with its reason', async () => {
  await queryRows(connection, `alter database ${connection.database} set default_transaction_read_only = on`);
  await expect(migrateDatabase(connection, [])).rejects.toThrow(/is read only: alter database .* reset/);
});
