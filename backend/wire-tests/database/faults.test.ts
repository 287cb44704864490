import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startOwnCluster } from '../cluster.ts';
import { startSilentProxy } from '../silent-proxy.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';
import { namedDatabase } from '../target.ts';

const cluster = setUp(startOwnCluster);
const proxy = setUp(() => startSilentProxy(cluster.connection));
const server = setUp(() =>
  startWireServer({
    cluster: {
      ...cluster,
      // Only the server connects through the proxy.
      async createDatabase(template) {
        const { host, port } = proxy.connection;
        return { ...(await cluster.createDatabase(template)), host, port };
      },
    },
    migrationsSql: `
      alter role anon set statement_timeout = '500ms';
      create table notes (id int primary key); create table torn (id int);
      insert into notes values (1); insert into torn values (1);`,
  }),
);

afterAll(() => proxy.restore());

/** Not through supabase-js, which retries. */
async function read(): Promise<number> {
  return (await fetch(`${server.url}/rest/v1/notes`, { headers: { apikey: server.publishableKey } })).status;
}

async function ready(): Promise<number> {
  return (await fetch(`${server.url}/readyz`)).status;
}

test('a database that accepts no writes is not ready, and a write is 503 with the reason in the log', async () => {
  await server.pool.query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  await killSessions();
  const write = await server.client().from('notes').insert({ id: 2 });
  expect(write).toMatchObject({ status: 503, error: { code: 'database_not_writable' } });
  expect((await server.client().from('notes').select()).data).toEqual([{ id: 1 }]);
  expect(await ready()).toBe(503);
  expect(server.log.filter(({ event }) => event === 'database.not_writable')).toMatchObject([
    { code: '25006' },
  ]);
  await server.pool.query(
    `set default_transaction_read_only = off; do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
  );
  await killSessions();
  await expect.poll(ready).toBe(200);
  // A function that is called by GET may not write, which is not a fault of the server.
  const { status } = await server.client().rpc('nextval', { regclass: 'x' }, { get: true });
  expect(status).toBe(404);
});

/** Resolves once the server has noticed. */
async function killSessions(): Promise<void> {
  await server.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(listeners).toBe(1);
  await expect.poll(read).toBe(200);
}

/** Once these sessions listen, the server has reloaded the schema. */
async function listeners(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'listen "table_changed"%'`,
  );
  return rows[0]?.count ?? 0;
}

test.skipIf(namedDatabase())(
  'files that the database cannot open, as on a read-only disk, are 503 without their names, never 403',
  async () => {
    await server.pool.query('checkpoint');
    const { rows } = await server.pool.query<{ file: string; folder: string }>(
      `select pg_relation_filepath('torn') as file, current_setting('data_directory') as folder`,
    );
    const file = join(rows[0]?.folder ?? '', rows[0]?.file ?? '');
    await chmod(file, 0);
    await killSessions();
    try {
      const write = await server.client().from('torn').insert({ id: 2 });
      expect(write).toMatchObject({ status: 503, error: { code: 'database_not_writable' } });
      expect(JSON.stringify(write)).not.toContain('base/');
      const logged = server.log.findLast(({ event }) => event === 'rest.failed');
      expect(logged?.message).toMatch(/could not open file "base\/\d+\/\d+": Permission denied/);
    } finally {
      await chmod(file, 0o600);
    }
  },
);

test('after a silent network cut requests and /readyz fail in time, and later ones use new connections @audit', async () => {
  // Opens several connections, which will break.
  expect(new Set(await Promise.all(Array.from({ length: 5 }, read)))).toEqual(new Set([200]));
  proxy.cut();
  const begun = performance.now();
  const [status, readiness] = await Promise.all([read(), ready()]);
  expect([status, readiness]).toEqual([503, 503]);
  // It takes up to fifteen seconds if the schema is read at that moment.
  expect(performance.now() - begun).toBeLessThan(20_000);
  proxy.restore();
  // All at once: none may wait for a broken connection.
  const after = performance.now();
  expect(await Promise.all(Array.from({ length: 5 }, read))).toEqual([200, 200, 200, 200, 200]);
  expect(performance.now() - after).toBeLessThan(3_000);
  await expect.poll(ready, { timeout: 15_000 }).toBe(200);
}, 60_000);
