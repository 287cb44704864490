// Tests behind a real pgbouncer (Debian: apt-get install pgbouncer), with its default settings except the mode.
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ConnectionParameters, toClientConfig } from '../../src/database/connection-parameters.ts';
import { DatabaseClient } from '../../src/database/database-client.ts';
import { migrateDatabase } from '../../src/database/migrate-database.ts';
import { detectPooling } from '../../src/database/pooling.ts';
import { createBackend } from '../../src/index.ts';
import { generateKeys } from '../../src/tokens/keys.ts';
import { startCluster } from '../cluster.ts';
import { setUp } from '../set-up.ts';
import { startWireServer } from '../server.ts';
import { hasPgbouncer, startPgbouncer } from '../start-pgbouncer.ts';

const cluster = setUp(startCluster);

async function behind(options: Parameters<typeof startPgbouncer>[1]): Promise<{
  direct: ConnectionParameters;
  pooled: ConnectionParameters;
}> {
  const direct = await cluster.createDatabase();
  const pgbouncer = await startPgbouncer(direct, options);
  onTestFinished(pgbouncer.close);
  return { direct, pooled: pgbouncer.connection };
}

async function heldLocks(direct: ConnectionParameters): Promise<number | null> {
  const client = new DatabaseClient(toClientConfig(direct));
  await client.connect();
  const { rowCount } = await client.query(
    `select from pg_locks join pg_database on pg_database.oid = database
     where locktype = 'advisory' and datname = current_database()`,
  );
  await client.close();
  return rowCount;
}

describe.skipIf(!hasPgbouncer)('B-133 a DATABASE_URL of pgbouncer', () => {
  test.each([
    ['transaction mode', { pgbouncer: 'pool_mode = transaction' }, 'transaction'],
    ['transaction mode of this database alone', { database: 'pool_mode=transaction' }, 'transaction'],
    [
      'transaction mode, sessions in turn',
      { pgbouncer: 'pool_mode = transaction\nserver_round_robin = 1\nmin_pool_size = 6' },
      'transaction',
    ],
    [
      'transaction mode, one session',
      { pgbouncer: 'pool_mode = transaction\ndefault_pool_size = 1' },
      'transaction',
    ],
    ['statement mode', { pgbouncer: 'pool_mode = statement' }, 'statement'],
  ])('is refused by name in %s, and no lock is left in the pool', async (_what, options, mode) => {
    const { direct, pooled } = await behind(options);
    for (const _start of [1, 2])
      await expect(migrateDatabase(pooled, [])).rejects.toThrow(
        new RegExp(`behind a pooler in ${mode} mode.*pool_mode = session`),
      );
    expect(await heldLocks(direct)).toBe(0);
  });

  test('is refused by name when the sessions of callers alone are shared', async () => {
    const { direct, pooled } = await behind({
      pgbouncer: 'pool_mode = transaction',
      users: 'postgres = pool_mode=session',
    });
    const options = { workdir: import.meta.dirname, publicUrl: 'http://localhost', keys: generateKeys() };
    const first = createBackend({ ...options, connection: direct });
    await first.migrate();
    await first.close();
    const backend = createBackend({ ...options, connection: pooled });
    onTestFinished(() => backend.close());
    await expect(backend.migrate()).rejects.toThrow(/behind a pooler in transaction mode/);
  });

  test('is refused by name when its pool has one session', async () => {
    const { pooled } = await behind({ pgbouncer: 'default_pool_size = 1' });
    await expect(migrateDatabase(pooled, [])).rejects.toThrow(/no second session free .* default_pool_size/);
  });

  test('works in session mode: settings, roles, notifications and locks are of one session', async () => {
    const { direct, pooled } = await behind({});
    const server = await startWireServer({
      cluster: { ...cluster, createDatabase: async (template) => (await template?.prepare(pooled), pooled) },
      migrationsSql: `create table notes (id int); create function jit() returns text language sql
        as $$ select current_setting('jit') || ' ' || session_user $$`,
    });
    onTestFinished(server.close);
    expect(await server.client().rpc('jit')).toMatchObject({ data: 'off authenticator' });
    const committed = Promise.withResolvers<readonly string[]>();
    server.backend?.onCommit(committed.resolve);
    const other = new DatabaseClient(toClientConfig(direct));
    await other.connect();
    await other.query(`notify table_changed, 'public.notes'`);
    await other.close();
    expect(await committed.promise).toEqual(['public.notes']);
    expect((await server.backend?.fetch(new Request(`${server.url}/readyz`)))?.status).toBe(200);
    expect(await heldLocks(direct)).toBe(0);
  });

  test('is distinguished from PostgreSQL itself, and the login of callers works through both', async () => {
    const { direct, pooled } = await behind({});
    const modes = await Promise.all(
      [direct, pooled].map(async (connection) => {
        const clients = [1, 2].map(() => new DatabaseClient(toClientConfig(connection)));
        await Promise.all(clients.map((client) => client.connect()));
        const [first, second] = clients as [DatabaseClient, DatabaseClient];
        const mode = await detectPooling(first, () => Promise.resolve(second));
        await Promise.all(clients.map((client) => client.close()));
        return mode;
      }),
    );
    expect(modes).toEqual(['none', 'session']);
  });
});
