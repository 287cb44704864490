import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';

/** Opens the protocol's socket in a page; returns "open", or how it was closed. */
function openSocket(page: Page, siteUrl: string, key: string): Promise<string> {
  return page.evaluate(
    ([site, apikey]) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(
          `${String(site).replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`,
        );
        socket.addEventListener('open', () => {
          resolve('open');
          socket.close();
        });
        socket.addEventListener('close', ({ code }) => resolve(`closed with ${code}`));
      }),
    [siteUrl, key],
  );
}

test("the site's own pages may open the socket, under their policy", async ({ page, product }) => {
  await page.goto(`${product.url}/about`);
  expect(await openSocket(page, product.url, product.publishableKey)).toBe('open');
});

test('G-4 a page of another site opens no socket of a server in local mode, though it has the key', async ({
  page,
  product,
}) => {
  const foreign = createServer((_request, response) =>
    response.end('<!doctype html><title>elsewhere</title>'),
  );
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const { port } = foreign.address() as AddressInfo;
  // A name that resolves to this machine, but is not the server's.
  await page.goto(`http://elsewhere.localhost:${port}/`);
  expect(await openSocket(page, product.url, product.publishableKey)).toBe('closed with 1006');
  foreign.close();
});
