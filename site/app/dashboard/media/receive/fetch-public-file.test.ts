import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  fetchPublicFile,
  FileTooLargeError,
  UnreachableFileError,
  type FetchPublicFileOptions,
} from './fetch-public-file.server.ts';
import { isPublicAddress } from './is-public-address.server.ts';

const limits = { maxBytes: 1_000, timeoutMs: 5_000 };

/** A server on the loopback address, and options under which `pictures.example` is this server. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = String((server.address() as AddressInfo).port);
  const asked: string[] = [];
  const options: FetchPublicFileOptions = {
    ...limits,
    resolve(host) {
      asked.push(host);
      return Promise.resolve([host === 'inside.example' ? '10.0.0.1' : '127.0.0.1']);
    },
    isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    ports: [port],
  };
  return { url: `http://pictures.example:${port}`, port, options, asked };
}

test('B-285 only addresses of the public internet are public, in every notation', () => {
  const closed = (
    '0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.9 169.254.169.254 172.16.0.1' +
    ' 172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.19.9.9 198.51.100.7 203.0.113.9' +
    ' 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8' +
    ' ::127.0.0.1 64:ff9b::10.0.0.1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 2600::1%eth0 fec0::1' +
    ' ff02::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 4000::1 localhost 127.1 0x7f.0.0.1'
  ).split(' ');
  expect(['', ...closed].filter(isPublicAddress)).toEqual([]);
  const open = [
    '1.1.1.1',
    '8.8.8.8',
    '100.63.0.1',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '223.255.255.255',
  ];
  const openV6 = ['2606:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2003::1'];
  expect([...open, ...openV6].filter((address) => !isPublicAddress(address))).toEqual([]);
});

test('B-285 no connection is made to a private address, however the URL names it', async () => {
  let requests = 0;
  const { port } = await serve((_request, response) => {
    requests += 1;
    response.end('secret');
  });
  const hosts = (
    '127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 [::1] [::ffff:127.0.0.1] localhost localhost.' +
    ' 0.0.0.0 [::] ①②⑦.0.0.1 user:word@127.0.0.1'
  ).split(' ');
  for (const host of hosts)
    await expect(
      fetchPublicFile(`http://${host}:${port}/`, { ...limits, ports: [port] }),
      host,
    ).rejects.toThrow(UnreachableFileError);
  for (const address of ['file:///etc/passwd', 'ftp://pictures.example/', 'data:,x', 'http://1.1.1.1:22/'])
    await expect(fetchPublicFile(address, limits), address).rejects.toThrow(UnreachableFileError);
  expect(requests).toBe(0);
});

test('B-285 a host with one private address among others is refused, and is looked up once', async () => {
  const { url, options, asked } = await serve((_request, response) => response.end('image'));
  expect(Buffer.from(await fetchPublicFile(url, options)).toString()).toBe('image');
  expect(asked).toEqual(['pictures.example']);
  const mixed = { ...options, resolve: () => Promise.resolve(['127.0.0.1', '10.0.0.1']) };
  await expect(fetchPublicFile(url, mixed)).rejects.toThrow(UnreachableFileError);
  const none = { ...options, resolve: () => Promise.resolve([]) };
  await expect(fetchPublicFile(url, none)).rejects.toThrow(UnreachableFileError);
});

test('B-285 each redirect is checked again, and there are at most five', async () => {
  const seen: string[] = [];
  const { url, port, options, asked } = await serve(({ url: path = '' }, response) => {
    seen.push(path);
    if (path === '/file') return void response.end('image');
    const to: Record<string, string> = {
      '/good': '/again',
      '/again': `http://other.example:${port}/file`,
      '/inside': `http://inside.example:${port}/file`,
      '/literal': `http://[::1]:${port}/file`,
      '/scheme': 'file:///etc/passwd',
      '/port': 'http://other.example:22/file',
      '/loop': '/loop',
    };
    response.writeHead(302, { location: to[path] ?? '/file' }).end();
  });
  expect(Buffer.from(await fetchPublicFile(`${url}/good`, options)).toString()).toBe('image');
  expect(asked).toEqual(['pictures.example', 'pictures.example', 'other.example']);
  for (const path of ['/inside', '/literal', '/scheme', '/port', '/loop']) {
    seen.length = 0;
    await expect(fetchPublicFile(url + path, options), path).rejects.toThrow(UnreachableFileError);
    expect([path, seen.length]).toEqual([path, path === '/loop' ? 6 : 1]);
  }
});

test('B-285 a file that is too large, slow, cut short or missing is not taken', async () => {
  const { url, options } = await serve(({ url: path }, response) => {
    if (path === '/declared') response.writeHead(200, { 'content-length': '1001' }).end(Buffer.alloc(1_001));
    if (path === '/endless') {
      const more = () => response.write(Buffer.alloc(600));
      more();
      response.on('drain', more);
      setImmediate(more);
    }
    if (path === '/slow') response.write('x');
    if (path === '/cut') {
      response.writeHead(200, { 'content-length': '900' });
      response.write('x');
      setImmediate(() => response.destroy());
    }
    if (path === '/missing') response.writeHead(404).end();
    // '/silent' gets no response
  });
  for (const path of ['/declared', '/endless'])
    await expect(fetchPublicFile(url + path, options), path).rejects.toThrow(FileTooLargeError);
  for (const path of ['/cut', '/missing'])
    await expect(fetchPublicFile(url + path, options), path).rejects.toThrow(UnreachableFileError);
  for (const path of ['/slow', '/silent'])
    await expect(fetchPublicFile(url + path, { ...options, timeoutMs: 200 }), path).rejects.toThrow(
      UnreachableFileError,
    );
  const stuck = { ...options, timeoutMs: 200, resolve: () => new Promise<string[]>(() => {}) };
  await expect(fetchPublicFile(url, stuck)).rejects.toThrow(UnreachableFileError);
});
