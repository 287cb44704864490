import { expect, test } from 'vitest';
import { type RenderSlotProvider, createSiteHandler } from './site-handler.ts';
import { securityHeaders } from './security-headers.ts';
import { createPageCache } from './page-cache.ts';
import { readRenderedPage } from './rendered-page.ts';
import { serveForTest } from './serve-for-test.fixture.ts';

/** The handler behind a real HTTP server; records the URLs that were rendered. */
async function serve(admit?: RenderSlotProvider) {
  const siteUrl = 'https://site.example';
  const rendered: string[] = [];
  const render = (request: Request) => {
    rendered.push(request.url);
    return readRenderedPage(new Response('page', { headers: { 'content-type': 'text/html' } }));
  };
  const pages = createPageCache({ siteUrl, render });
  const handle = createSiteHandler({
    render,
    pages,
    siteUrl,
    firstSegments: new Set(['auth', 'book', 'conversation', 'dashboard', 'services']),
    headers: securityHeaders(siteUrl),
    ...(admit && { admit }),
  });
  const askServer = await serveForTest((request, response) => {
    if (!pages.respond(request, response)) handle(request, response);
  });
  async function ask(path: string, method = 'GET') {
    const { status, headers, text } = await askServer(path, { method });
    return { status, headers, text, location: headers.location, cacheControl: headers['cache-control'] };
  }
  return { ask, rendered };
}

test('a trailing slash is removed, and never leads to another origin', async () => {
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

test('an address of slashes takes time linear in its length', async () => {
  const { ask } = await serve();
  const began = performance.now();
  expect((await ask(`/a${'/'.repeat(300_000)}b/`)).status).toBe(301);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('P-19 every form of an address redirects to the one cached page', async () => {
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

test('no cache keeps the redirect of a private address', async () => {
  const { ask } = await serve();
  for (const path of ['/Auth', '/conversation/0a0b/', '//book/0a0b'])
    expect([path, await ask(path)]).toMatchObject([path, { status: 301, cacheControl: 'private, no-store' }]);
  expect((await ask('/services/')).cacheControl).toBe('public, max-age=3600');
});

test('a visitor over the render limit still gets cached pages, and a plain text for the rest', async () => {
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
    const denied = await ask(path, method);
    expect(denied).toMatchObject({ status: 429, cacheControl: 'no-store', headers: { 'retry-after': '7' } });
    expect(denied.text).toContain('Please wait 7 seconds, then reload this page.');
  }
  expect((await ask('/services')).status).toBe(200);
  expect(rendered).toHaveLength(2);
});

test('an impossible address or method of a page is denied before it is rendered', async () => {
  const { ask, rendered } = await serve();
  expect((await ask('/services/%00')).status).toBe(404);
  expect((await ask('/services', 'TRACE')).status).toBe(405);
  for (const path of ['/dashboard#x', '/services#1', '/?sent=1#1', '//evil.example/#x', '/preview\\a#x'])
    expect([path, await ask(path)]).toMatchObject([path, { status: 400, location: undefined }]);
  expect(rendered).toEqual([]);
});

test('OPTIONS returns the methods, renders nothing and does not count toward the limits', async () => {
  const { ask, rendered } = await serve();
  for (const path of ['/', '*', '/services', '/contact', '/unknown'])
    expect([path, await ask(path, 'OPTIONS')]).toMatchObject([
      path,
      { status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' } },
    ]);
  expect(rendered).toEqual([]);
});

test('a private screen is never in shared caches, however its path is written', async () => {
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
  ['/', 'OPTIONS', 204],
])('the response to %s %s, a %i, has the headers of pages', async (path, method, status) => {
  const { ask } = await serve();
  const response = await ask(path, method);
  expect(response.status).toBe(status);
  expect(response.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
    'strict-transport-security': expect.stringContaining('max-age'),
  });
});
