import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { safetyHeaders } from './headers.ts';
import { createPageCache } from './page-cache.ts';
import { createSiteHandler } from './site-handler.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

interface Answer {
  status: number;
  location: string | undefined;
  cacheControl: string | undefined;
  headers: Record<string, unknown>;
}

/** The handler behind a real HTTP server; every page says which address it was rendered for. */
async function serve() {
  const siteUrl = 'https://site.example';
  const rendered: string[] = [];
  const render = (request: Request) => {
    rendered.push(request.url);
    return Promise.resolve(new Response('page', { headers: { 'content-type': 'text/html' } }));
  };
  const pages = createPageCache({ siteUrl, render });
  const server = createServer(
    { maxHeaderSize: 400_000 },
    createSiteHandler({ render, pages, siteUrl, headers: safetyHeaders(siteUrl) }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  function ask(path: string, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { port, path, method, maxHeaderSize: 400_000, headers: { connection: 'close' } };
      const call = httpRequest(options, (response) => {
        response.resume().on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            cacheControl: response.headers['cache-control'],
            headers: response.headers,
          }),
        );
      });
      call.on('error', reject).end();
    });
  }
  return { ask, rendered };
}

test('a slash at the end is taken away, and never leads to another origin', async () => {
  const { ask } = await serve();
  const cases = [
    ['/services/?a=1?b', '/services?a=1?b'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example/', '/evil.example'],
    ['///', '/'],
  ] as const;
  for (const [path, location] of cases)
    expect([path, await ask(path)]).toMatchObject([path, { status: 301, location }]);
});

test('an address of slashes costs no more than its length', async () => {
  const { ask } = await serve();
  const began = performance.now();
  expect((await ask(`/a${'/'.repeat(300_000)}b/`)).status).toBe(301);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('what cannot be an address or a method of a page is refused before it is rendered', async () => {
  const { ask, rendered } = await serve();
  expect((await ask('/services/%00')).status).toBe(404);
  expect((await ask('/services', 'TRACE')).status).toBe(405);
  expect(rendered).toEqual([]);
});

test('a private screen is never for shared caches, however its path is written', async () => {
  const { ask, rendered } = await serve();
  for (const path of ['/auth', '/AUTH', '/%64ashboard', '/services/../dashboard']) {
    expect([path, (await ask(path)).cacheControl]).toEqual([path, 'private, no-cache']);
  }
  await ask('/auth');
  expect(rendered).toHaveLength(5);
  expect((await ask('/services')).cacheControl).toMatch(/^public/);
});

test.each([
  ['/services/', 'GET', 301],
  ['/a%00b', 'GET', 404],
  ['/', 'TRACE', 405],
])('%s answered to %s with %i carries the headers that pages carry', async (path, method, status) => {
  const { ask } = await serve();
  const answer = await ask(path, method);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
    'strict-transport-security': expect.stringContaining('max-age'),
  });
});
