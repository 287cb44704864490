import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startHttpServer } from '../../src/start-http-server.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const mebibyte = 1024 * 1024;

const server = setUp(() =>
  startWireServer({ migrationsSql: 'create table public.notes (id int primary key)' }),
);
const http = setUp(async () => {
  const started = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    trustedProxies: 1,
    limits: {
      headersMs: 30_000,
      bodySpanMs: 60_000,
      minBytes: 1,
      connections: 1_000,
      connectionsPerAddress: 1_000,
      bodies: { addressBytes: 3 * mebibyte, totalBytes: 8 * mebibyte },
    },
  });
  started.serve(server.backend ?? null);
  return { ...started, close: () => started.close(100) };
});

interface Unfinished {
  socket: Socket;
  response: Promise<string>;
}

/** Sends a chunked body without its end. */
function sendUnfinished(path: string, address: string, bytes: number): Unfinished {
  const socket = connect(http.port, '127.0.0.1');
  socket.on('error', () => {});
  const headers = `host: x\r\nx-forwarded-for: ${address}\r\napikey: ${server.secretKey}\r\ntransfer-encoding: chunked`;
  socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  if (bytes > 0) {
    socket.write(`${bytes.toString(16)}\r\n`);
    socket.write(`${' '.repeat(bytes)}\r\n`);
  }
  return { socket, response: text(socket).catch(() => '') };
}

function send(method: string, address: string, body?: string): Promise<Response> {
  const headers = {
    apikey: server.secretKey,
    'x-forwarded-for': address,
    'content-type': 'application/json',
  };
  return fetch(`${http.url}/rest/v1/notes?id=eq.0`, { method, headers, ...(body !== undefined && { body }) });
}

test.each(['/rest/v1/notes', '/auth/v1/token?grant_type=password', '/functions/v1/none'])(
  'B-193 unfinished bodies of unknown length at %s hold up no request without a body, and no large one',
  async (path) => {
    const many = Array.from({ length: 20 }, (_, n) => sendUnfinished(path, `203.0.113.${n}`, 0));
    expect((await send('DELETE', '198.51.100.1')).status).toBe(204);
    expect((await send('POST', '198.51.100.1', ' '.repeat(2 * mebibyte))).status).toBe(400);
    for (const { socket } of many) socket.destroy();
  },
);

test.each([
  ['/rest/v1/notes', 4],
  ['/auth/v1/token?grant_type=password', 4],
  ['/realtime/v1/api/broadcast', 4],
])('B-193 unfinished bodies of one address at %s are bounded in bytes: 429', async (path, count) => {
  const many = Array.from({ length: count }, () => sendUnfinished(path, '203.0.113.77', 900_000));
  const first = await Promise.race(many.map(({ response }) => response));
  expect(first).toMatch(/^HTTP\/1\.1 429 .*too_many_bodies/s);
  expect((await send('POST', '198.51.100.2', ' '.repeat(mebibyte))).status).toBe(400);
  for (const { socket } of many) socket.destroy();
});

test('B-193 when all unfinished bodies together are too large, the one that is unfinished for the longest time is dropped', async () => {
  const many = Array.from({ length: 12 }, (_, n) =>
    sendUnfinished('/rest/v1/notes', `203.0.113.${n}`, 900_000),
  );
  expect(await many[0]?.response).toMatch(/^HTTP\/1\.1 429 /);
  expect((await send('POST', '198.51.100.3', ' '.repeat(mebibyte))).status).toBe(400);
  for (const { socket } of many) socket.destroy();
});

test('B-193 a file on its way to the disk counts for a mebibyte alone', async () => {
  const upload = sendUnfinished('/storage/v1/object/none/x', '203.0.113.99', 7 * mebibyte);
  expect((await send('POST', '203.0.113.99', ' '.repeat(mebibyte))).status).toBe(400);
  upload.socket.destroy();
});
