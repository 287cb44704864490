import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  checkAuthorization,
  checkProxyForwarding,
  checkForwardedAddress,
  checkForwardedScheme,
} from './check-proxy-forwarding.ts';
import { createProxyEchoHandler } from './proxy-echo.ts';

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const keys = { jwtSecret: 'j', publishableKey: 'p', secretKey: 's' };

test.each<[string, number, string | null, string, string[]]>([
  ['replaces what visitors say', 1, '198.51.100.1', '198.51.100.1', []],
  ['appends to it', 1, '203.0.113.7, 198.51.100.1', '198.51.100.1', []],
  ['has another before it, both counted', 2, '203.0.113.7, 198.51.100.1, 10.0.0.2', '198.51.100.1', []],
  ['says nothing', 1, null, '127.0.0.1', ['X-Forwarded-For']],
  ['passes on what visitors say', 1, '203.0.113.7', '203.0.113.7', ['X-Forwarded-For']],
  [
    'is one of more than are counted',
    1,
    '203.0.113.7, 198.51.100.1, 10.0.0.2',
    '10.0.0.2',
    ['X-Forwarded-For'],
  ],
])(
  'the doctor judges X-Forwarded-For of a proxy that %s',
  (_what, trusted, forwardedFor, client, expected) => {
    const seen = { client, forwardedFor };
    expect(checkForwardedAddress(seen, trusted).map(({ what }) => what)).toEqual(expected);
  },
);

test('a proxy that names another scheme than SITE_URL has another one in front', () => {
  const of = (forwardedProto: string | null) =>
    checkForwardedScheme({ forwardedProto }, 'https://example.com');
  expect([of(null), of('https'), of('https, http')]).toEqual([[], [], []]);
  expect(of('http')).toHaveLength(1);
});

test('the server echoes headers only to the doctor, and notices the pause in its upload', async () => {
  const echo = createProxyEchoHandler(keys, 1);
  const url = await listen((request, response) => {
    if (!echo(request, response)) response.writeHead(404).end();
  });
  // X-Forwarded-For contains only what the doctor sent, because there is no proxy in between.
  const settings = { SITE_URL: url, TRUSTED_PROXIES: 1 };
  const found = await checkProxyForwarding({ ...settings, secretKey: 's' });
  expect(found.map(({ what }) => what)).toEqual(['X-Forwarded-For']);
  expect(await checkProxyForwarding({ ...settings, secretKey: 'another' })).toEqual([]);
});

test.each<[string, (headers: NodeJS.Dict<string | string[]>) => unknown, string[]]>([
  ['passes it on', () => {}, []],
  ['removes it', (headers) => delete headers['authorization'], ['Authorization']],
  ['replaces it', (headers) => (headers['authorization'] = 'Basic Zg=='), ['Authorization']],
])('B-282 the doctor judges what a proxy does with Authorization: it %s', async (_what, change, expected) => {
  const echo = createProxyEchoHandler(keys, 1);
  const url = await listen((request, response) => {
    change(request.headers);
    if (!echo(request, response)) response.writeHead(404).end();
  });
  const found = await checkAuthorization({ SITE_URL: url, secretKey: 's' });
  expect(found.map(({ what }) => what)).toEqual(expected);
  expect(await checkAuthorization({ SITE_URL: url, secretKey: 'another' })).toEqual([]);
});
