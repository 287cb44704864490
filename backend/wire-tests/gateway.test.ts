import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackend } from '../src/index.ts';
import { serveHttp } from '../src/serve-http.ts';
import { signJwt } from '../src/tokens/sign-jwt.ts';
import { startWireServer } from './server.ts';
import type { WireServer } from './server.ts';

let server: WireServer;

beforeAll(async () => {
  const migrationsSql = 'create table public.things (id int primary key)';
  server = await startWireServer({ migrationsSql });
});

afterAll(() => server.close());

const mebibyte = 1024 * 1024;

test('every answer may be read from any origin and carries a request id, errors included', async () => {
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
  }
});

test('a preflight needs no key and allows the headers of the protocol and those asked for', async () => {
  for (const path of ['/rest/v1/things', '/auth/v1/token', '/storage/v1/bucket']) {
    const answer = await fetch(server.url + path, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'x-of-mine', 'access-control-request-method': 'PATCH' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
    for (const name of ['apikey', 'prefer', 'x-supabase-api-version', 'traceparent', 'x-of-mine']) {
      expect(answer.headers.get('access-control-allow-headers')).toContain(name);
    }
  }
});

test('an unknown path is 404 in JSON', async () => {
  const answer = await fetch(`${server.url}/nowhere`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not_found', details: null, hint: null });
});

test('a body that is too large is refused in the envelope of its service, announced or not', async () => {
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
  const [answer] = await once(chunked, 'response');
  expect(answer.statusCode).toBe(413);
  answer.resume();
});

test('a body without an announced length reaches its service whole', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const stream = new Blob([body]).stream();
  const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
  const url = `${server.url}/auth/v1/token?grant_type=password`;
  const answer = await fetch(url, { method: 'POST', body: stream, headers, duplex: 'half' } as RequestInit);
  expect(await answer.json()).toMatchObject({ error_code: 'invalid_credentials' });
});

test('an address that is too long is 414', async () => {
  const answer = await server.backend!.fetch(
    new Request(`${server.url}/rest/v1/things?id=in.(${'1,'.repeat(40_000)}1)`),
  );
  expect(answer.status).toBe(414);
  expect(await answer.json()).toMatchObject({ code: 'uri_too_long' });
});

test('health asks nothing, readiness asks the database', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
});

test('the log has a line for every request, without its query', async () => {
  const answer = await fetch(`${server.url}/rest/v1/things?email=eq.someone@example.com`);
  const line = server.log.find((entry) => entry.requestId === answer.headers.get('x-request-id'));
  expect(line).toMatchObject({
    event: 'request.answered',
    method: 'GET',
    path: '/rest/v1/things',
    status: answer.status,
  });
  expect(JSON.stringify(server.log)).not.toContain('someone');
});

test('what cannot be read as a request is refused in the form of every other refusal', async () => {
  const long = await askRaw(`GET /rest/v1/things?id=${'1'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(long).toMatch(/^HTTP\/1\.1 431 /);
  const garbage = await askRaw('GARBAGE\r\n\r\n');
  expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
  for (const answer of [long, garbage]) {
    expect(answer).toContain('access-control-allow-origin: *\r\n');
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: expect.any(String),
      hint: null,
    });
  }
});

/** Says something on a connection, and answers all that comes back until it is closed. */
async function askRaw(words: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(words);
  return text(socket);
}

test('behind trusted proxies a limit counts the caller, without them the proxy', async () => {
  async function askFor(url: string, caller: string): Promise<number> {
    const headers = { apikey: server.publishableKey, 'x-forwarded-for': `6.6.6.6, ${caller}` };
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
    return (await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body }))
      .status;
  }
  const behind = await serveHttp({ host: '127.0.0.1', port: 0, trustedProxies: 1 });
  const seen: string[] = [];
  behind.answer = (asked, from) => {
    seen.push(from.address);
    return server.backend!.fetch(asked, from);
  };
  expect(await askFor(behind.url, '203.0.113.1')).toBe(400);
  expect(await askFor(behind.url, '203.0.113.2')).toBe(400);
  expect(seen).toEqual(['203.0.113.1', '203.0.113.2']);
  const open = await serveHttp({ host: '127.0.0.1', port: 0 });
  open.answer = behind.answer;
  await askFor(open.url, '203.0.113.3');
  expect(seen.at(-1)).toBe('127.0.0.1');
  await Promise.all([behind.close(), open.close()]);
});

test('a server that stops finishes what it began, and takes nothing new', async () => {
  const http = await serveHttp({ host: '127.0.0.1', port: 0 });
  http.answer = server.backend!.fetch;
  const holder = await server.pool.connect();
  try {
    await holder.query('begin; lock table public.things');
    const headers = {
      apikey: server.secretKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
    };
    const begun = fetch(`${http.url}/rest/v1/things`, { method: 'POST', headers, body: '{"id":77}' });
    await expect
      .poll(async () => {
        const { rows } = await server.pool.query(
          `select from pg_locks where relation = 'public.things'::regclass and not granted`,
        );
        return rows.length;
      })
      .toBe(1);
    const closed = http.close();
    await expect(fetch(`${http.url}/healthz`)).rejects.toThrow('fetch failed');
    await holder.query('commit');
    const answer = await begun;
    expect([answer.status, await answer.json()]).toEqual([201, [{ id: 77 }]]);
    await closed;
  } finally {
    holder.release(true);
  }
});

test('a server that stops is no longer ready, but alive', async () => {
  const { host = '', port = 0, user = '', database = '' } = server.pool.options;
  const connection = { host, port, user, database, password: String(server.pool.options.password) };
  const { jwtSecret, publishableKey, secretKey, url } = server;
  const keys = { jwtSecret, publishableKey, secretKey };
  const own = createBackend({ connection, keys, publicUrl: url, workdir: import.meta.dirname });
  expect((await own.fetch(new Request(`${url}/readyz`))).status).toBe(200);
  await own.drain();
  const answer = await own.fetch(new Request(`${url}/readyz`));
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'stopping' });
  expect((await own.fetch(new Request(`${url}/healthz`))).status).toBe(200);
  await own.close();
});

test('no line of the log tells a secret or who somebody is', async () => {
  const token = signJwt({ sub: 'somebody', role: 'authenticated' }, server.jwtSecret);
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` };
  const body = JSON.stringify({ email: 'jane@example.com', password: 'hunter2' });
  await fetch(`${server.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body });
  await fetch(`${server.url}/rest/v1/things?name=eq.jane@example.com&apikey=${server.publishableKey}`, {
    headers,
  });
  await fetch(`${server.url}/storage/v1/object/cvs/jane@example.com.pdf`, { headers });
  await fetch(`${server.url}/realtime/v1/api/broadcast/jane@example.com/events/x`, {
    method: 'POST',
    headers,
    body,
  });
  await fetch(`${server.url}/functions/v1/hello/jane@example.com`, { headers });
  const lines = JSON.stringify(server.log);
  for (const secret of [
    token,
    server.publishableKey,
    server.secretKey,
    server.jwtSecret,
    'hunter2',
    'jane',
  ]) {
    expect(lines).not.toContain(secret);
  }
  for (const line of server.log.filter(({ event }) => event.startsWith('request.'))) {
    expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('a write elsewhere is announced to those who keep pages', async () => {
  const heard = Promise.withResolvers<readonly string[]>();
  const stop = server.backend!.onCommit((tables) => heard.resolve(tables));
  await server.pool.query(`select pg_notify('table_changed', 'public.things')`);
  expect(await heard.promise).toEqual(['public.things']);
  stop();
});

test('a write of ours is announced before it is answered, a refused one is not', async () => {
  const heard: string[] = [];
  const stop = server.backend!.onCommit((tables) => heard.push(...tables));
  const things = server.client(server.secretKey).from('things');
  const { status } = await things.insert({ id: 1 }).then((answer) => {
    heard.push('answered');
    return answer;
  });
  expect(status).toBe(201);
  expect(heard).toEqual(['public.things', 'answered']);
  expect((await things.insert({ id: 1 })).status).toBe(409);
  expect(heard).toEqual(['public.things', 'answered']);
  stop();
});
