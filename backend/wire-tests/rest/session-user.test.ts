// Tests of session_user = 'authenticator', which hosted API requests have and many projects check in functions and
// triggers.
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { type ConnectionParameters, toClientConfig } from '../../src/database/connection-parameters.ts';
import { startOwnCluster } from '../cluster.ts';
import { setUp } from '../set-up.ts';
import { namedDatabase } from '../target.ts';
import { type WireServer, startWireServer } from '../server.ts';

const migrationsSql = `
  create table claims (subject text primary key, admin boolean not null);
  create function is_claims_admin() returns boolean language plpgsql as $$
  begin
    if session_user = 'authenticator' then
      return coalesce((current_setting('request.jwt.claims', true)::jsonb -> 'app_metadata' ->> 'claims_admin')::boolean, false);
    end if;
    return true;
  end $$;
  create function set_claim(subject text) returns text language plpgsql security definer set search_path = public as $$
  begin
    if not is_claims_admin() then return 'error: access denied'; end if;
    insert into claims values (subject, true);
    return 'OK';
  end $$;
  create table profiles (id int primary key, plan text not null default 'free');
  create function keep_plan() returns trigger language plpgsql as $$
  begin
    if session_user = 'authenticator' then new.plan := 'free'; end if;
    return new;
  end $$;
  create trigger keep_plan before insert or update on profiles for each row execute function keep_plan();`;

const cluster = setUp(startOwnCluster);
const server = setUp(() => startWireServer({ cluster, migrationsSql }));

async function expectGuarded({ client, pool }: WireServer): Promise<void> {
  expect(await client().rpc('set_claim', { subject: 'me' })).toMatchObject({ data: 'error: access denied' });
  expect((await pool.query('select from claims')).rowCount).toBe(0);
  const { data } = await client().from('profiles').upsert({ id: 1, plan: 'gold' }).select().single();
  expect(data).toEqual({ id: 1, plan: 'free' });
}

test("functions and triggers that check session_user = 'authenticator' are guarded", async () => {
  await expectGuarded(server);
  // A script of the owner is not an API request.
  expect((await server.pool.query(`select set_claim('owner') as result`)).rows).toEqual([{ result: 'OK' }]);
  await server.pool.query('truncate claims');
});

test('a second project in the same cluster is guarded too, and the first one stays guarded', async () => {
  await using other = await startWireServer({ cluster, migrationsSql });
  await expectGuarded(other);
  await server.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`,
  );
  // The first request may use a connection that is broken, which is 503.
  await expect.poll(async () => (await server.client().rpc('set_claim', { subject: 'me' })).status).toBe(200);
  await expectGuarded(server);
});

async function asOwner(connection: ConnectionParameters, sql: string): Promise<void> {
  const client = new Client(toClientConfig(connection));
  await client.connect();
  await client.query(sql);
  await client.end();
}

test('when the role authenticator was locked, it is unlocked for the next connections', async () => {
  await server.pool.query(`alter role authenticator nologin password null`);
  await server.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`,
  );
  await expect
    .poll(async () => (await server.client().rpc('set_claim', { subject: 'me' })).data)
    .toBe('error: access denied');
});

test.skipIf(namedDatabase())(
  'a password that others gave to authenticator is kept, and the start logs that once',
  async () => {
    await asOwner(
      cluster.connection,
      `alter role authenticator login password 'of-others'; comment on role authenticator is null`,
    );
    const shared = await startWireServer({ cluster, migrationsSql });
    try {
      await shared.backend?.migrate();
      const logged = shared.log.filter(({ event }) => event === 'database.session_user');
      expect(logged).toEqual([
        {
          level: 'warn',
          event: 'database.session_user',
          message: expect.stringMatching(/^session_user of API calls is callers_\w+, not authenticator/),
        },
      ]);
      await asOwner({ ...cluster.connection, user: 'authenticator', password: 'of-others' }, 'select 1');
      expect((await shared.client().from('profiles').select()).status).toBe(200);
    } finally {
      await shared.close();
      await asOwner(cluster.connection, 'alter role authenticator nologin password null');
    }
  },
);
