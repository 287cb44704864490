import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpServer, type HttpServerOptions, startHttpServer } from '../../src/start-http-server.ts';

interface Site {
  http: HttpServer;
  /** The paths of the requests that began, in order. */
  begun: string[];
  /** Responses to /wait, which the test ends. */
  waiting: ServerResponse[];
  /** `all` is everything that is received until the end; the socket is read only if it is used. */
  open: (bytes?: string) => { socket: Socket; readonly all: Promise<string> };
}

/** More than the kernel takes. */
const huge = Buffer.alloc(40_000_000, 'x');
const page = 'p'.repeat(50_000);

async function startSite(options: Partial<HttpServerOptions> = {}): Promise<Site> {
  const http = await startHttpServer({ host: '127.0.0.1', port: 0, ...options });
  const begun: string[] = [];
  const waiting: ServerResponse[] = [];
  http.serve(
    {
      fetch: async (request) => new Response(`api ${(await request.text()).length}`),
      async upgrade(_, socket) {
        socket.end(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nsocket',
        );
      },
    },
    {
      first: [],
      handle(request, response) {
        begun.push(request.url ?? '');
        if (request.url?.startsWith('/wait')) waiting.push(response);
        else if (request.url === '/large') response.end(Buffer.alloc(8_000_000, 'x'));
        else if (request.url === '/huge') response.end(huge);
        else if (request.url === '/stream') void streamTo(response);
        else response.end(request.url === '/page' ? page : `seen ${request.url};`);
      },
    },
  );
  onTestFinished(() => http.close(1));
  return {
    http,
    begun,
    waiting,
    open(bytes = '') {
      const socket = connect(http.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(bytes);
      return {
        socket,
        get all() {
          return text(socket).catch(() => '');
        },
      };
    },
  };
}

async function streamTo(response: ServerResponse): Promise<void> {
  for (let part = 0; part < 200 && !response.destroyed; part += 1)
    if (!response.write('s'.repeat(40_000))) await new Promise((resolve) => response.once('drain', resolve));
  response.end();
}

const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
const last = (path: string) => get(path, 'connection: close');
async function lengthOf(socket: Socket): Promise<number> {
  let length = 0;
  socket.on('data', (chunk: Buffer) => (length += chunk.length));
  await once(socket, 'close');
  return length;
}

const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

test('B-268 a request begins when the one before it on its connection has been responded to', async () => {
  const { open, begun, waiting } = await startSite();
  const { all } = open(get('/wait/1') + get('/wait/2').repeat(200) + last('/end'));
  const other = open(last('/other'));
  expect(await other.all).toContain('seen /other');
  expect(begun).toEqual(['/wait/1', '/other']);
  let ended = 0;
  while (!begun.includes('/end')) {
    await expect
      .poll(() => waiting.length + Number(begun.includes('/end')), { interval: 1 })
      .toBeGreaterThan(ended);
    expect(waiting.length - ended).toBeLessThanOrEqual(1);
    for (; ended < waiting.length; ended += 1) waiting[ended]?.end('w');
  }
  expect(statusesOf(await all)).toEqual(Array(202).fill(200));
});

test('B-268 a client that reads nothing has one response waiting, and is disconnected when it takes no byte for a time', async () => {
  const { open, begun, http } = await startSite({ limits: { ...limits, unreadMs: 300 } });
  const { socket } = open();
  socket.pause();
  socket.write(get('/large').repeat(500));
  const closed = new Promise((resolve) =>
    http.server.once('connection', (one: Socket) => one.once('close', resolve)),
  );
  await closed;
  // The kernel takes some of them.
  expect(begun.length).toBeLessThan(20);
});

const limits = {
  headersMs: 30_000,
  bodySpanMs: 60_000,
  minBytes: 1,
  connections: 1_000,
  connectionsPerAddress: 1_000,
};

test('B-268 a client that reads slowly receives everything, however long it takes', async () => {
  const { open } = await startSite({ limits: { ...limits, unreadMs: 1_500 } });
  const { socket } = open();
  const since = performance.now();
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  socket.write(last('/stream'));
  await once(socket, 'close');
  expect(received).toBeGreaterThan(8_000_000);
  expect(performance.now() - since).toBeGreaterThan(1_500);
});

test('B-268 a response in preparation may take longer than an unread one', async () => {
  const { open, waiting } = await startSite({ limits: { ...limits, unreadMs: 100 } });
  const { all } = open(last('/wait/long'));
  await expect.poll(() => waiting.length).toBe(1);
  const idle = open();
  await once(idle.socket, 'close');
  waiting[0]?.end('after all');
  expect(await all).toContain('after all');
});

test('B-269 unread bytes of one visitor are bounded; behind a proxy others on it are not affected', async () => {
  const unsent = { addressBytes: 90_000_000, totalBytes: 500_000_000, stalledMs: 0 };
  const { open, begun } = await startSite({ trustedProxies: 1, limits: { ...limits, unsent } });
  const ask = (address: string) => open(get('/huge', `x-forwarded-for: ${address}`, 'connection: close'));
  const other = ask('203.0.113.2');
  await expect.poll(() => begun.length).toBe(1);
  const mine = [];
  for (let count = 1; count <= 4; count += 1) {
    mine.push(ask('203.0.113.1'));
    await expect.poll(() => begun.length).toBe(count + 1);
  }
  const lengths = await Promise.all([other, ...mine].map(({ socket }) => lengthOf(socket)));
  expect(lengths.map((length) => length > 40_000_000)).toEqual([true, false, false, true, true]);
});

test('B-268 bodies, HEAD, expectations and upgrades in a pipeline are responded to in order', async () => {
  const { open } = await startSite();
  const body = 'a\r\n\r\nb'.repeat(5_000);
  const sized = `POST /rest/v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const chunked = `POST /rest/v1/x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const head = 'HEAD /page HTTP/1.1\r\nhost: x\r\n\r\n';
  const expecting = sized.replace('content-length', 'expect: 100-continue\r\ncontent-length');
  const upgrade = get('/realtime/v1/websocket', 'connection: upgrade', 'upgrade: websocket');
  const { all } = open(
    get('/1') + sized + chunked + head + `\r\n\r\n${get('/2')}` + expecting + get('/page') + upgrade,
  );
  const received = await all;
  expect(statusesOf(received)).toEqual([200, 200, 200, 200, 200, 100, 200, 200, 101]);
  const bodies = received.replaceAll(/p{50000}/g, 'page').match(/api \d+|seen \/\d|page|socket$/g);
  expect(bodies).toEqual(['seen /1', 'api 30000', 'api 30000', 'seen /2', 'api 30000', 'page', 'socket']);
});

test('B-268 requests after an invalid one in a connection are not handled; those before it are answered, and so is the invalid one', async () => {
  const { open, begun, waiting } = await startSite();
  const { all } = open(get('/wait/1') + get('/2') + 'GARBAGE\r\n\r\n' + get('/3').repeat(50));
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.end('w');
  expect(statusesOf(await all)).toEqual([200, 200, 400]);
  expect(begun).toEqual(['/wait/1', '/2']);
});

test('B-268 a request with several Host headers is rejected with 400', async () => {
  const { open, begun } = await startSite();
  const refused = [
    'host: x\r\nhost: x',
    'host: x\r\nHOST: y',
    'host: x, y',
    'host: x y',
    'host: x/y',
    'host: a@x',
    'host:',
    'accept: */*',
  ];
  for (const hosts of refused)
    for (const path of ['/', '/rest/v1/x', '/healthz']) {
      const isHealthCheck = path === '/healthz' && hosts.toLowerCase().split('host').length < 3;
      const { all } = open(`GET ${path} HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`);
      expect([hosts, path, statusesOf(await all)]).toEqual([hosts, path, [isHealthCheck ? 200 : 400]]);
    }
  const upgrade = `GET /realtime/v1/websocket HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`;
  expect(statusesOf(await open(upgrade).all)).toEqual([400]);
  expect(statusesOf(await open('GET / HTTP/1.0\r\nhost: x\r\nhost: y\r\n\r\n').all)).toEqual([400]);
  expect(begun).toEqual([]);
  const accepted = [
    'x',
    'x:',
    'a.example.ca:8080',
    '127.0.0.1:1',
    '[::1]:54321',
    '[::1]:',
    '[fe80::1%25eth0.1]:80',
    'under_score.example.',
  ];
  for (const host of accepted)
    for (const path of ['/ok', '/rest/v1/x']) {
      const { all } = open(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      expect([host, path, statusesOf(await all)]).toEqual([host, path, [200]]);
    }
});

test('B-268 a handler that throws stops only its own connection', async () => {
  const { open, http, waiting } = await startSite();
  const reported = catchUncaught();
  http.server.prependListener('request', ({ url }: IncomingMessage) => {
    if (url === '/throw') throw new Error('of a handler');
  });
  open(get('/wait/1') + get('/throw'));
  await expect.poll(() => waiting.length).toBe(1);
  const { all } = open(get('/wait/2') + last('/after'));
  await expect.poll(() => waiting.length).toBe(2);
  for (const response of waiting) response.end('w');
  expect(await all).toContain('seen /after');
  expect(reported).toEqual([new Error('of a handler')]);
  const later = open(get('/wait/3') + last('/later')).all;
  await expect.poll(() => waiting.length).toBe(3);
  waiting[2]?.end('w');
  expect(await later).toContain('seen /later');
});

/** Collects what would end the process; vitest would fail the run. */
function catchUncaught(): unknown[] {
  const reported: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  const collect = (error: unknown): void => void reported.push(error);
  process.removeAllListeners('uncaughtException').on('uncaughtException', collect);
  onTestFinished(() => {
    process.off('uncaughtException', collect);
    for (const listener of listeners) process.on('uncaughtException', listener);
  });
  return reported;
}

test('B-268 an invalid connection is closed in time, even if it still sends data', async () => {
  const { open, http, begun } = await startSite({ limits: { ...limits, discardMs: 100 } });
  const accepted = once(http.server, 'connection');
  const { socket } = open('POST /huge HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  socket.pause();
  const closed = once((await accepted)[0] as Socket, 'close');
  await expect.poll(() => begun.length).toBe(1);
  socket.write('no length\r\n');
  const sending = setInterval(() => socket.write('x'), 10);
  onTestFinished(() => clearInterval(sending));
  await closed;
});

test('B-268 random pipelines, in chunks of random length, get a response for each request', async () => {
  const { open } = await startSite();
  const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 100);
  let seed = Number(process.env['FUZZ_SEED'] ?? 1);
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return Math.floor((seed / 0x8000_0000) * below);
  };
  const textOf = (length: number) => Array.from({ length }, () => 'ab\r\n\r\n0;:G'[random(10)]).join('');
  function chunkedOf(body: string): string {
    const parts = body.match(/[^]{1,37}/g) ?? [];
    return `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n${random(2) ? 'trailer: t\r\n' : ''}\r\n`;
  }
  const kinds: [status: number, make: () => string][] = [
    [200, () => get(`/${random(9)}`)],
    [200, () => get('/page')],
    [200, () => `\r\n\r\n${get('/rest/v1/x')}`],
    [200, () => `HEAD / HTTP/1.1\r\nhost: x\r\n\r\n`],
    [
      200,
      () => {
        const body = textOf(random(3_000));
        return `POST /rest/v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      },
    ],
    [
      200,
      () =>
        `PUT /functions/v1/x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${chunkedOf(textOf(random(3_000)))}`,
    ],
    [200, () => `OPTIONS /rest/v1/x HTTP/1.1\r\nhost: x\r\ncookie: ${'c'.repeat(random(9_000))}\r\n\r\n`],
  ];
  const ends: [status: number, make: () => string][] = [
    [200, () => last('/end')],
    [400, () => 'GARBAGE\r\n\r\n'],
    [400, () => 'GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n'],
    [400, () => 'GET / HTTP/1.1\r\n\r\n'],
    [417, () => get('/', 'expect: nothing')],
    [431, () => get(`/${'x'.repeat(90_000)}`)],
    [101, () => get('/realtime/v1/websocket', 'connection: upgrade', 'upgrade: websocket')],
    [404, () => get('/none', 'connection: upgrade', 'upgrade: websocket')],
    [405, () => 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n'],
  ];
  const pick = <Kind>(all: Kind[]) => all[random(all.length)]!;
  for (let round = 0; round < rounds; round += 1) {
    const sent = [...Array.from({ length: random(40) }, () => pick(kinds)), pick(ends)];
    const bytes = sent.map(([, make]) => make()).join('');
    const { socket, all } = open();
    for (let at = 0; at < bytes.length;) {
      const length = 1 + random(random(2) ? 20 : 30_000);
      socket.write(bytes.slice(at, at + length));
      at += length;
      if (random(3) === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect([round, statusesOf(await all)]).toEqual([round, sent.map(([status]) => status)]);
  }
});
