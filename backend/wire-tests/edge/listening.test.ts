import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createBackend, type Backend } from '../../src/index.ts';
import { startHttpServer } from '../../src/start-http-server.ts';
import { signJwt } from '../../src/tokens/jwt.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() =>
  startWireServer({ migrationsSql: 'create table public.things (id int primary key)' }),
);

test('malformed requests get an error response of the common form', async () => {
  const long = await sendRaw(`GET /rest/v1/things?id=${'1'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(long).toMatch(/^HTTP\/1\.1 431 /);
  const garbage = await sendRaw('GARBAGE\r\n\r\n');
  expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
  for (const response of [long, garbage]) {
    expect(response).toContain('access-control-allow-origin: *\r\n');
    expect(response).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: expect.any(String),
      hint: null,
    });
  }
});

test('CONNECT, for which Node calls no handler, is refused with a sentence', async () => {
  expect(await sendRaw('CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 405 .*This server is no proxy/s,
  );
});

const limits = {
  headersMs: 30_000,
  bodySpanMs: 1_000,
  minBytes: 1024,
  connections: 100,
  connectionsPerAddress: 3,
};

test('a body that drips is cut off, a client that waits for the server or has a socket is not', async () => {
  const http = await startHttpServer({ host: '127.0.0.1', port: 0, limits });
  const { promise: mayRead, resolve: startReading } = Promise.withResolvers<void>();
  let upgraded: Duplex | undefined;
  http.serve({
    async fetch(request) {
      if (new URL(request.url).pathname === '/slow-server') await mayRead;
      return new Response(String((await request.arrayBuffer()).byteLength));
    },
    upgrade(_, socket) {
      upgraded = socket;
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
      return Promise.resolve();
    },
  });
  const waiting = fetch(`${http.url}/slow-server`, { method: 'POST', body: 'x'.repeat(1_000_000) });
  const { socket, everything } = openRaw(
    http.url,
    'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  );
  await expect.poll(() => upgraded).toBeDefined();

  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n';
  expect(await openRaw(http.url, `${head}\r\nx`).everything).toMatch(/^HTTP\/1\.1 408 .*request_timeout/s);

  startReading();
  expect(await (await waiting).text()).toBe('1000000');
  upgraded?.end('still here');
  expect(await everything).toContain('still here');
  socket.destroy();
  await http.close();
});

test('an upload that is rejected early gets its response, and then the connection closes', async () => {
  const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
  http.serve({ fetch: () => Promise.resolve(new Response('too large', { status: 413 })) });
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5000000\r\n\r\n';
  const { socket, everything } = openRaw(http.url, head);
  let failure: Error | undefined;
  socket.on('error', (error) => (failure = error));
  for (let sent = 0; sent < 5; sent += 1)
    await new Promise((resolve) => socket.write(Buffer.alloc(1_000_000), resolve));
  expect(await everything).toMatch(/^HTTP\/1\.1 413 .*connection: close.*too large/is);
  expect(failure).toBeUndefined();
  await http.close();
});

test('endless headers are cut off, and the connections of one address are limited', async () => {
  const http = await startHttpServer({ host: '127.0.0.1', port: 0, limits: { ...limits, headersMs: 300 } });
  const many = Array.from({ length: 4 }, () => openRaw(http.url, 'POST / HTTP/1.1\r\nhost: x\r\n'));
  const received = await Promise.all(many.map((one) => one.everything.catch(() => '')));
  expect(received.map((response) => response.slice(0, 12)).toSorted()).toEqual([
    '',
    ...Array(3).fill('HTTP/1.1 408'),
  ]);
  await http.close();
});

/** Returns everything received until the connection is closed. */
function sendRaw(bytes: string): Promise<string> {
  return openRaw(server.url, bytes).everything;
}

function openRaw(url: string, bytes: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(bytes);
  return { socket, everything: text(socket) };
}

test('behind trusted proxies limits count the client address, without them the proxy', async () => {
  async function askFor(url: string, caller: string): Promise<number> {
    const headers = { apikey: server.publishableKey, 'x-forwarded-for': `6.6.6.6, ${caller}` };
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
    return (await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body }))
      .status;
  }
  const behind = await startHttpServer({ host: '127.0.0.1', port: 0, trustedProxies: 1 });
  const seen: string[] = [];
  const recordAddress: Backend['fetch'] = (request, client) => {
    seen.push(client?.address ?? '');
    return server.backend!.fetch(request, client);
  };
  behind.serve({ fetch: recordAddress });
  expect(await askFor(behind.url, '203.0.113.1')).toBe(400);
  expect(await askFor(behind.url, '203.0.113.2')).toBe(400);
  expect(seen).toEqual(['203.0.113.1', '203.0.113.2']);
  const open = await startHttpServer({ host: '127.0.0.1', port: 0 });
  open.serve({ fetch: recordAddress });
  await askFor(open.url, '203.0.113.3');
  expect(seen.at(-1)).toBe('127.0.0.1');
  await Promise.all([behind.close(), open.close()]);
});

test('a server that stops finishes requests under way and accepts no new ones', async () => {
  const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
  http.serve({ fetch: server.backend!.fetch });
  const holder = await server.pool.connect();
  onTestFinished(() => holder.release(true));
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
  const response = await begun;
  expect([response.status, await response.json()]).toEqual([201, [{ id: 77 }]]);
  await closed;
});

test('a server that stops is no longer ready, but alive', async () => {
  const { host = '', port = 0, user = '', database = '' } = server.pool.options;
  const connection = { host, port, user, database, password: String(server.pool.options.password) };
  const { jwtSecret, publishableKey, secretKey, url } = server;
  const keys = { jwtSecret, publishableKey, secretKey };
  const own = createBackend({ connection, keys, publicUrl: url, workdir: import.meta.dirname });
  expect((await own.fetch(new Request(`${url}/readyz`))).status).toBe(200);
  await own.drain();
  const response = await own.fetch(new Request(`${url}/readyz`));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'stopping' });
  expect((await own.fetch(new Request(`${url}/healthz`))).status).toBe(200);
  await own.close();
});

test('the log contains no secret and no personal data', async () => {
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
