import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '../fixture.ts';

/** Sends what a simple proxy forwards: the server's own name as Host, nothing about the visitor. */
async function askThrough(product: { url: string }, version: string, ...lines: string[]): Promise<string> {
  const { port } = new URL(product.url);
  const socket = connect(Number(port), '127.0.0.1');
  const request = [`GET / HTTP/${version}`, `host: localhost:${port}`, 'connection: close', ...lines];
  socket.write(`${request.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

test('G-4 local mode refuses a request that came through a proxy, and names SITE_URL', async ({
  product,
}) => {
  const socket = ['connection: upgrade', 'upgrade: websocket'];
  for (const [version, ...lines] of [
    ['1.1', 'x-forwarded-for: 203.0.113.9'],
    ['1.0'],
    ['1.1', 'via: 1.1 proxy'],
    ['1.1', 'X-Real-IP: 203.0.113.9'],
    ['1.1', 'origin: https://demo.example'],
    ['1.1', 'sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors', 'sec-fetch-dest: script'],
    ['1.1', ...socket, 'cf-connecting-ip: 203.0.113.9'],
    ['1.1', ...socket, 'origin: https://demo.example'],
  ] as [string, ...string[]][]) {
    expect(await askThrough(product, version, ...lines), lines.join()).toMatch(/^HTTP\/1\.1 421 .*SITE_URL/s);
  }
  // One line per cause in 30 seconds, which may end here once.
  for (let count = 0; count < 5; count += 1) await askThrough(product, '1.0');
  const denied = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes('"request.denied"'));
  const http10 = denied().filter((line) => line.includes('HTTP/1.0') && !line.includes('"repeated"'));
  expect([1, 2]).toContain(http10.length);
  expect(denied().filter((line) => line.includes('x-forwarded-for'))).toHaveLength(1);
  expect(await askThrough(product, '1.1')).toMatch(/^HTTP\/1\.1 200 /);
});
