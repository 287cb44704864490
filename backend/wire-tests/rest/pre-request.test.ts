import { expect, test } from 'vitest';
import { startOwnCluster } from '../cluster.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

// A separate cluster, because settings of authenticator apply to all databases.
const cluster = setUp(startOwnCluster);
const server = setUp(() =>
  startWireServer({
    cluster,
    migrationsSql: `
      create table public.docs (id int primary key, tenant text not null);
      insert into public.docs values (1, 'red'), (2, 'blue');
      alter table public.docs enable row level security;
      create policy own on public.docs using (tenant = current_setting('app.tenant', true));
      create function public.whoami() returns text language sql stable as $$ select current_user::text $$;
      create function public.touch() returns int language sql as $$ select 1 $$;
      create schema "Gate keeping";
      grant usage on schema "Gate keeping" to anon, service_role;
      create function "Gate keeping".check_request() returns void language plpgsql as $$
      declare headers json := current_setting('request.headers')::json;
      begin
        if headers->>'x-blocked' is not null then
          raise sqlstate 'PT402' using message = 'Blocked', hint = current_user;
        end if;
        if headers->>'x-raise' is not null then raise insufficient_privilege using message = 'No keys'; end if;
        perform set_config('app.tenant', coalesce(headers->>'x-tenant', ''), true);
        perform set_config('response.headers', '[{"X-Checked": "yes"}]', true);
        if headers->>'x-as-service' is not null then perform set_config('role', 'service_role', true); end if;
      end $$;
      alter role authenticator set pgrst.db_pre_request = 'Gate keeping.check_request';`,
  }),
);

async function send(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body?: object,
): Promise<Response> {
  return fetch(`${server.url}/rest/v1${path}`, {
    method,
    headers: { apikey: server.publishableKey, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

test('the pre-request function runs before every kind of request, as its caller, and can reject it', async () => {
  const blocked = { 'x-blocked': '1' };
  const responses = [
    await send('/docs', blocked),
    await send('/docs?select=count', { ...blocked, prefer: 'count=planned' }),
    await send('/docs', blocked, 'POST', { id: 9, tenant: 'red' }),
    await send('/docs?id=eq.1', blocked, 'PATCH', { tenant: 'blue' }),
    await send('/docs?id=eq.1', blocked, 'DELETE'),
    await send('/rpc/whoami', blocked),
    await send('/rpc/touch', blocked, 'POST', {}),
  ];
  for (const response of responses) {
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ message: 'Blocked', hint: 'anon' });
  }
  expect((await send('/docs', blocked, 'HEAD')).status).toBe(402);
  const rejected = await send('/docs', { 'x-raise': '1' });
  expect([rejected.status, await rejected.json()]).toMatchObject([
    401,
    { code: '42501', message: 'No keys' },
  ]);
  expect((await server.pool.query('select from docs')).rowCount).toBe(2);
});

test('settings of the pre-request function apply to its own request only', async () => {
  const red = await send('/docs', { 'x-tenant': 'red', prefer: 'count=planned' });
  expect(await red.json()).toEqual([{ id: 1, tenant: 'red' }]);
  expect(red.headers.get('x-checked')).toBe('yes');
  expect(await (await send('/docs', {})).json()).toEqual([]);
  expect(await (await send('/rpc/whoami', { 'x-as-service': '1' })).json()).toBe('service_role');
  expect(await (await send('/rpc/whoami', {})).json()).toBe('anon');
});

test('single and max-affected check the result of the statement, not of the pre-request function', async () => {
  const one = {
    accept: 'application/vnd.pgrst.object+json',
    prefer: 'return=representation',
    'x-tenant': 'red',
  };
  const made = await send('/docs', one, 'POST', { id: 3, tenant: 'red' });
  expect([made.status, await made.json()]).toEqual([201, { id: 3, tenant: 'red' }]);
  const many = await send('/docs?id=gt.0', one, 'PATCH', { tenant: 'red' });
  expect(many.status).toBe(406);
});

test('unsupported settings that restrict access stop the start, others are a warning', async () => {
  const cases = [
    ['pgrst.jwt_aud', 'mine'],
    ['pgrst.jwt_role_claim_key', '.app_metadata.role'],
    ['pgrst.db_anon_role', 'nobody'],
    ['pgrst.db_schemas', 'api, storage'],
    ['pgrst.db_max_rows', '10'],
  ];
  for (const [name, value] of cases) {
    await server.pool.query(`alter role authenticator set ${name} = '${value}'`);
    await expect(server.backend?.migrate()).rejects.toThrow(`The setting ${name} of the role authenticator`);
    await server.pool.query(`alter role authenticator reset ${name}`);
  }
  await server.pool.query(`alter role authenticator set pgrst.openapi_mode = 'disabled'`);
  await server.pool.query(`alter role authenticator set pgrst.db_schemas = 'public, graphql_public'`);
  await server.backend?.migrate();
  const lines = server.log.filter(({ event }) => event === 'config.no_effect');
  expect(lines.map(({ message }) => message)).toEqual([
    'pgrst.openapi_mode of the role authenticator has no effect here',
  ]);
});

test('without the pre-request function requests fail, until the setting is reset', async () => {
  await server.pool.query(`alter function "Gate keeping".check_request() rename to other; notify pgrst`);
  await expect.poll(async () => (await send('/docs', {})).status).toBe(404);
  await server.pool.query(`alter role authenticator reset pgrst.db_pre_request; notify pgrst`);
  await expect.poll(async () => (await send('/docs', {})).status).toBe(200);
});
