import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { AdmitRender } from './admit-render.ts';
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
  text: string;
}

/** The handler behind a real HTTP server; every page says which address it was rendered for. */
async function serve(admit?: AdmitRender) {
  const siteUrl = 'https://site.example';
  const rendered: string[] = [];
  const render = (request: Request) => {
    rendered.push(request.url);
    return Promise.resolve(new Response('page', { headers: { 'content-type': 'text/html' } }));
  };
  const pages = createPageCache({ siteUrl, render });
  const handle = createSiteHandler({
    render,
    pages,
    siteUrl,
    headers: safetyHeaders(siteUrl),
    ...(admit && { admit }),
  });
  const server = createServer({ maxHeaderSize: 400_000 }, (request, response) => {
    if (!pages.answer(request, response)) handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  function ask(path: string, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { port, path, method, maxHeaderSize: 400_000, headers: { connection: 'close' } };
      const call = httpRequest(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({
            text,
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

test('P-19 every spelling of an address leads to the one page that is kept', async () => {
  const { ask, rendered } = await serve();
  for (const path of ['/SeRvices', '/%73ervices', '//services', '/services.', '/Services?category=x'])
    expect([path, await ask(path)]).toMatchObject([
      path,
      { status: 301, location: expect.stringMatching(/^\/services(\?category=x)?$/) },
    ]);
  expect(rendered).toEqual([]);
  await ask('/services');
  await ask('/services?made=up');
  expect(rendered).toEqual(['https://site.example/services']);
});

test('who has used up what may be rendered still gets kept pages, and plain words for the rest', async () => {
  let left = 2;
  const { ask, rendered } = await serve(() => {
    left -= 1;
    return Promise.resolve(left < 0 ? { status: 429, seconds: 7 } : () => {});
  });
  expect((await ask('/services')).status).toBe(200);
  expect((await ask('/dashboard')).status).toBe(200);
  for (const [path, method] of [
    ['/apps', 'GET'],
    ['/dashboard', 'GET'],
    ['/contact', 'POST'],
  ] as const) {
    const refused = await ask(path, method);
    expect(refused).toMatchObject({ status: 429, cacheControl: 'no-store', headers: { 'retry-after': '7' } });
    expect(refused.text).toContain('Please wait 7 seconds, then load this page again.');
  }
  expect((await ask('/services')).status).toBe(200);
  expect(rendered).toHaveLength(2);
});

test('what cannot be an address or a method of a page is refused before it is rendered', async () => {
  const { ask, rendered } = await serve();
  expect((await ask('/services/%00')).status).toBe(404);
  expect((await ask('/services', 'TRACE')).status).toBe(405);
  expect(rendered).toEqual([]);
});

test('a private screen is never for shared caches, however its path is written', async () => {
  const { ask, rendered } = await serve();
  expect((await ask('/auth')).cacheControl).toBe('private, no-cache');
  for (const path of ['/AUTH', '/%64ashboard', '/services/../dashboard'])
    expect([path, await ask(path)]).toMatchObject([
      path,
      { status: 301, location: expect.stringMatching(/^\/(auth|dashboard)$/) },
    ]);
  await ask('/auth');
  expect(rendered).toHaveLength(2);
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
