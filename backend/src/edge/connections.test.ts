import { createServer, type Server, type ServerResponse, Agent, get, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import {
  serverTimeoutOptions,
  createServerConnectionManager,
  type ServerConnectionManager,
} from './connections.ts';

let server: Server;
let connections: ServerConnectionManager;
let port: number;
/** Responses to /slow, which the test ends. */
let slow: ServerResponse[] = [];

async function start(options: { maxKept?: number } = {}): Promise<void> {
  connections = createServerConnectionManager(options);
  slow = [];
  server = createServer(
    { ...serverTimeoutOptions(), ServerResponse: connections.ServerResponse },
    (asked, response) => {
      if (asked.url === '/slow') {
        response.writeHead(200, { 'content-type': 'text/plain' }).write('begun ');
        slow.push(response);
      } else if (asked.url === '/late') slow.push(response);
      else if (asked.url === '/read') void text(asked).then((body) => response.end(body));
      else response.writeHead(asked.method === 'POST' ? 413 : 200).end('ok');
    },
  );
  connections.follow(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function open(bytes = ''): { socket: Socket; all: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  if (bytes) socket.write(bytes);
  return { socket, all: text(socket) };
}

const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

test('handlers of pipelined requests may all wait for the end of their connection', async () => {
  await start();
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  server.on('request', ({ socket }) => socket.once('close', () => {}));
  const { socket, all } = open(getRequest('/late').repeat(30));
  await expect.poll(() => slow.length).toBe(30);
  for (const response of slow) response.end('late');
  socket.end();
  expect((await all).match(/200 OK/g)).toHaveLength(30);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('end() closes idle connections, used or not, and cuts no download', async () => {
  await start();
  const used = open(getRequest('/'));
  await new Promise((resolve) => used.socket.once('readable', resolve));
  const neverUsed = open();
  const download = open(getRequest('/slow'));
  const late = open(getRequest('/late'));
  await expect.poll(() => slow.length).toBe(2);
  const began = Date.now();
  const ended = connections.end(60_000);
  expect(await used.all).toContain('ok');
  expect(await neverUsed.all).toBe('');
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  slow[0]?.end('and whole');
  slow[1]?.end('late');
  expect(await download.all).toContain('and whole');
  expect(await late.all).toMatch(/connection: close/i);
  await ended;
  expect(Date.now() - began).toBeLessThan(4_000);
});

test('requests under way are cut off at the limit, or by cut()', async () => {
  await start();
  const download = open(getRequest('/slow'));
  await expect.poll(() => slow.length).toBe(1);
  await connections.end(100);
  expect(await download.all).toContain('begun');
  await start();
  const other = open(getRequest('/slow'));
  await expect.poll(() => slow.length).toBe(1);
  const ended = connections.end(60_000);
  connections.cut();
  await ended;
  await other.all;
});

test('after announceEnd() new requests are served, and every response closes its connection', async () => {
  await start();
  const kept = new Agent({ keepAlive: true });
  const header = () =>
    new Promise((resolve) =>
      get({ port, agent: kept }, (response) => resolve(response.resume().headers.connection)),
    );
  expect(await header()).toBe('keep-alive');
  connections.announceEnd();
  expect(await header()).toBe('close');
  kept.destroy();
});

test('idle connections are kept longer than proxies keep them, unless there are too many', async () => {
  await start({ maxKept: 1 });
  const one = open(getRequest('/'));
  await new Promise((resolve) => one.socket.once('readable', resolve));
  const many = open(getRequest('/'));
  expect(await many.all).toMatch(/connection: close/i);
  one.socket.end();
  const said = await one.all;
  expect(Number(/keep-alive: timeout=(\d+)/i.exec(said)?.[1])).toBeGreaterThan(75);
});

test('a body rejected early gets a response and a close, not a reset', async () => {
  await start();
  // Sends the whole body before it reads, as many programs do.
  const { socket, all } = open(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${8_000_000}\r\n\r\n`);
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error)).pause();
  for (let sent = 0; sent < 8; sent += 1) {
    await new Promise((resolve) => socket.write(Buffer.alloc(1_000_000), resolve));
  }
  const said = await all;
  expect(said).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
  expect(said).toContain('ok');
  expect(errors).toEqual([]);
});

test('through a keep-alive agent, the request after a rejected upload succeeds', async () => {
  await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (path: string, body: Buffer) =>
    new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      const sent = request({ port, agent, path, method: 'POST' }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers.connection]);
      });
      sent.on('error', reject).end(body);
    });
  for (let round = 0; round < 3; round += 1) {
    expect(await post('/', Buffer.alloc(6_000_000))).toEqual([413, 'close']);
    expect(await post('/read', Buffer.from('small'))).toEqual([200, 'keep-alive']);
  }
  agent.destroy();
});
