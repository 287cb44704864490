import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRequestBody } from './site-handler.ts';

let server: Server;
let results: Awaited<ReturnType<typeof readRequestBody>>[] = [];

beforeAll(async () => {
  server = createServer({ optimizeEmptyRequests: true }, async (request, response) => {
    const body = await readRequestBody(request, 1_000);
    results.push(body);
    response.writeHead(body === 'too-long' ? 413 : 200).end(String(body));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function open(bytes: string): Socket {
  results = [];
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${bytes}`);
  return socket;
}

test.each([
  ['with its length', 'content-length: 3\r\n\r\né!', 'é!'],
  ['in chunks', 'transfer-encoding: chunked\r\n\r\n3\r\né!\r\n0\r\n\r\n', 'é!'],
  ['without any', '\r\n', ''],
  ['of no bytes', 'content-length: 0\r\n\r\n', ''],
])('a body %s is read as it was sent', async (_name, bytes, body) => {
  expect(await text(open(bytes))).toMatch(new RegExp(`^HTTP/1.1 200 .*${body}`, 's'));
  expect(String(results[0])).toBe(body);
});

test('a body over the limit gets its response, whether it names its length or not', async () => {
  const long = 'x'.repeat(2_000);
  for (const bytes of [
    'content-length: 5000000\r\n\r\nx',
    `transfer-encoding: chunked\r\n\r\n7d0\r\n${long}\r\n`,
    `transfer-encoding: chunked\r\n\r\n7d0\r\n${long}\r\n0\r\n\r\n`,
  ])
    expect(await text(open(bytes))).toMatch(/^HTTP\/1.1 413 .*too-long/s);
});

test.each(['content-length: 10\r\n\r\nx', 'transfer-encoding: chunked\r\n\r\n5\r\nx'])(
  'a visitor who leaves while sending (%j) is no fault',
  async (bytes) => {
    const socket = open(bytes);
    await once(server, 'request');
    socket.destroy();
    await expect.poll(() => results).toEqual(['left']);
  },
);
