import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { makeAccount } from '../auth/requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() =>
  startWireServer({ migrationsSql: 'create table public.things (id int primary key)' }),
);

const mebibyte = 1024 * 1024;

test('every response allows any origin and carries a request id, errors included', async () => {
  const paths = [
    '/rest/v1/nothing',
    '/auth/v1/user',
    '/storage/v1/bucket',
    '/functions/v1/x',
    '/nowhere',
    '/healthz',
  ];
  for (const path of paths) {
    const { headers } = await fetch(server.url + path);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('content-range');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.has('strict-transport-security')).toBe(false);
  }
});

test('responses to a known caller are not cached, except files: public ones by all, others by the caller alone', async () => {
  const { publishableKey, secretKey, url } = server;
  const secret = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const bucket = { method: 'POST', headers: { ...secret, 'content-type': 'application/json' } };
  await fetch(`${url}/storage/v1/bucket`, { ...bucket, body: '{"name":"open","public":true}' });
  const upload = { method: 'POST', headers: { ...secret, 'cache-control': 'max-age=3600' }, body: 'x' };
  await fetch(`${url}/storage/v1/object/open/a.txt`, upload);
  const everybody = { apikey: publishableKey, authorization: `Bearer ${publishableKey}` };
  const cases: [string, Record<string, string>, string | null][] = [
    ['/rest/v1/things', everybody, null],
    ['/rest/v1/things', { apikey: secretKey }, 'no-store'],
    ['/rest/v1/things', { apikey: publishableKey, authorization: 'Bearer not.a.token' }, 'no-store'],
    [`/rest/v1/things?apikey=${secretKey}`, {}, 'no-store'],
    ['/functions/v1/none', secret, 'no-store'],
    ['/auth/v1/.well-known/jwks.json', secret, 'public, max-age=600'],
    ['/storage/v1/object/public/open/a.txt', secret, 'max-age=3600'],
    ['/storage/v1/object/authenticated/open/a.txt', secret, 'private, max-age=3600'],
    ['/storage/v1/object/open/a.txt', everybody, 'private, max-age=3600'],
    ['/storage/v1/object/open/none.txt', secret, 'no-store'],
    ['/storage/v1/object/info/open/a.txt', secret, 'no-store'],
    ['/storage/v1/bucket', secret, 'no-store'],
  ];
  for (const [path, headers, expected] of cases) {
    const response = await fetch(url + path, { headers });
    await response.body?.cancel();
    expect([path, headers, response.headers.get('cache-control')]).toEqual([path, headers, expected]);
  }
});

test('a preflight needs no key and allows the headers of the protocol and those asked for', async () => {
  for (const path of ['/rest/v1/things', '/auth/v1/token', '/storage/v1/bucket']) {
    const response = await fetch(server.url + path, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'x-of-mine', 'access-control-request-method': 'PATCH' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    for (const name of ['apikey', 'prefer', 'x-supabase-api-version', 'traceparent', 'x-of-mine']) {
      expect(response.headers.get('access-control-allow-headers')).toContain(name);
    }
  }
});

test('an unknown path is 404 in JSON', async () => {
  const response = await fetch(`${server.url}/nowhere`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not_found', details: null, hint: null });
});

test('a body that is too large is rejected in the envelope of its service, announced or not', async () => {
  const version = { 'x-supabase-api-version': '2024-01-01' };
  const body = 'x'.repeat(mebibyte + 1);
  const announced = await fetch(`${server.url}/auth/v1/token`, { method: 'POST', body });
  expect(announced.status).toBe(413);
  expect(await announced.json()).toMatchObject({ code: 413, error_code: 'request_too_large' });
  const newer = await fetch(`${server.url}/auth/v1/token`, { method: 'POST', body, headers: version });
  expect(await newer.json()).toMatchObject({ code: 'request_too_large' });

  const chunked = request(`${server.url}/auth/v1/token`, { method: 'POST' });
  chunked.on('error', () => {});
  chunked.write(body);
  chunked.end();
  const [response] = await once(chunked, 'response');
  expect(response.statusCode).toBe(413);
  response.resume();
});

test('a body without an announced length reaches its service whole', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const stream = new Blob([body]).stream();
  const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
  const url = `${server.url}/auth/v1/token?grant_type=password`;
  const response = await fetch(url, { method: 'POST', body: stream, headers, duplex: 'half' } as RequestInit);
  expect(await response.json()).toMatchObject({ error_code: 'invalid_credentials' });
});

test('a URL that is too long is 414', async () => {
  const response = await server.backend!.fetch(
    new Request(`${server.url}/rest/v1/things?id=in.(${'1,'.repeat(40_000)}1)`),
  );
  expect(response.status).toBe(414);
  expect(await response.json()).toMatchObject({ code: 'uri_too_long' });
});

test('/healthz needs nothing, /readyz checks the database', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
});

test('the log has a line for every request, without its query', async () => {
  const headers = { apikey: server.publishableKey };
  const response = await fetch(`${server.url}/rest/v1/things?email=eq.someone@example.com`, { headers });
  const line = server.log.find((entry) => entry.requestId === response.headers.get('x-request-id'));
  expect(line).toMatchObject({
    event: 'request.completed',
    method: 'GET',
    path: '/rest/v1/things',
    status: response.status,
  });
  expect(JSON.stringify(server.log)).not.toContain('someone');
});

test('sign-ins, denials, use of the secret key and role changes are log events with ids only', async () => {
  const { log } = server;
  const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
  const account = await makeAccount(server);
  const post = (body: object) =>
    fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  await post({ email: account.email, password: 'not-the-password' });
  await fetch(`${server.url}/rest/v1/things`);
  await fetch(`${server.url}/rest/v1/things`, { headers: { apikey: server.secretKey } });
  await server.pool.query(`select pg_notify('logged_event', $1)`, [
    JSON.stringify({
      event: 'role.changed',
      user: account.id,
      role: 'editor',
      by: null,
      email: account.email,
    }),
  ]);
  await server.pool.query(`select pg_notify('logged_event', 'no json')`);
  await expect
    .poll(() => log.find(({ event }) => event === 'role.changed'))
    .toEqual({
      level: 'info',
      event: 'role.changed',
      user: account.id,
      role: 'editor',
    });
  expect(log).toContainEqual(
    expect.objectContaining({ event: 'auth.signed_in', user: account.id, code: 'password' }),
  );
  expect(log).toContainEqual(expect.objectContaining({ event: 'auth.denied', code: 'invalid_credentials' }));
  expect(log).toContainEqual(expect.objectContaining({ event: 'request.denied', status: 401 }));
  expect(log).toContainEqual(
    expect.objectContaining({ event: 'key.used', code: 'secret_key', path: '/rest/v1/things' }),
  );
  expect(JSON.stringify(log)).not.toContain(account.email);
});

test('a write of another process is emitted to commit listeners', async () => {
  const received = Promise.withResolvers<readonly string[]>();
  const stop = server.backend!.onCommit((tables) => received.resolve(tables));
  await server.pool.query(`select pg_notify('table_changed', 'public.things')`);
  expect(await received.promise).toEqual(['public.things']);
  stop();
});

test('a write of this process is emitted before its response, a rejected one is not', async () => {
  const received: string[] = [];
  const stop = server.backend!.onCommit((tables) => received.push(...tables));
  const things = server.client(server.secretKey).from('things');
  const { status } = await things.insert({ id: 1 }).then((response) => {
    received.push('answered');
    return response;
  });
  expect(status).toBe(201);
  expect(received).toEqual(['public.things', 'answered']);
  expect((await things.insert({ id: 1 })).status).toBe(409);
  expect(received).toEqual(['public.things', 'answered']);
  stop();
});

test('tables that a called function names in response.changed_tables are emitted before its response', async () => {
  await server.pool.query(`
    create function public.change_things() returns void language sql
      as $$ select set_config('response.changed_tables', 'public.things,public.others', true) $$;
    notify pgrst`);
  const received: string[] = [];
  const stop = server.backend!.onCommit((tables) => received.push(...tables));
  const { status } = await server
    .client(server.secretKey)
    .rpc('change_things')
    .then((response) => {
      received.push('answered');
      return response;
    });
  expect(status).toBe(204);
  expect(received).toEqual(['public.things', 'public.others', 'answered']);
  stop();
});
