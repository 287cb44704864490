import { describe, expect, test } from 'vitest';
import { readRenderedPage } from './rendered-page.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { serveForTest } from './serve-for-test.fixture.ts';

/** A real HTTP server with the cache and the test's renderer. */
async function serve(
  render: (request: Request) => Promise<Response>,
  now?: () => Date,
  options: { lifetimeMs?: number; readNextChange?: () => Promise<number> } = {},
) {
  const pages: PageCache = createPageCache({
    siteUrl: 'https://site.example',
    render: async (request) => readRenderedPage(await render(request)),
    ...(now ? { now } : {}),
    ...options,
  });
  const ask = await serveForTest((request, response) => {
    if (pages.respond(request, response)) return;
    void pages.render(request, response).then((done) => done || response.writeHead(599).end());
  });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(path, { headers, method });
  return { pages, get };
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const filler = 'chart '.repeat(400);

describe('the page cache', () => {
  test('S-17 renders once, sends every encoding with its own ETag, and 304 only for the same bytes', async () => {
    let renderings = 0;
    const { get } = await serve(async () => {
      renderings += 1;
      return new Response(filler, { headers: html });
    });
    const br = await get('/services', { 'accept-encoding': 'gzip, br' });
    const gzip = await get('/services', { 'accept-encoding': 'gzip' });
    const plain = await get('/services', { 'accept-encoding': 'br;q=0' });
    expect([br.text, gzip.text, plain.text]).toEqual([filler, filler, filler]);
    expect([br, gzip, plain].map((response) => response.headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    expect(new Set([br, gzip, plain].map((response) => response.headers.etag)).size).toBe(3);
    expect(br.headers.vary).toBe('accept-encoding');
    const tag = br.headers.etag ?? '';
    const notModified = await get('/services', {
      'accept-encoding': 'br',
      'if-none-match': `W/"x", W/${tag}`,
    });
    expect([notModified.status, notModified.bytes.length, notModified.headers['cache-control']]).toEqual([
      304,
      0,
      'public, max-age=0, must-revalidate',
    ]);
    expect((await get('/services', { 'accept-encoding': 'gzip', 'if-none-match': tag })).status).toBe(200);
    expect(renderings).toBe(1);
  });

  test('a shared page contains nothing of a visitor: the renderer gets only the path, the allowed query and SITE_URL', async () => {
    const seen: string[] = [];
    const { get } = await serve(async (request) => {
      seen.push(`${request.url} ${[...request.headers.keys()].join()}`);
      return new Response(`page for ${request.url} ${request.headers.get('cookie')}`, { headers: html });
    });
    const first = await get('/services?utm_source=x&category=Search', {
      host: 'evil.example',
      cookie: 'name=ana',
      authorization: 'Bearer x',
    });
    const second = await get('/services?category=Search&fbclid=1', {
      host: 'other.example',
      cookie: 'name=bo',
    });
    expect(first.text).toBe('page for https://site.example/services?category=Search null');
    expect(second.text).toBe(first.text);
    expect(seen).toEqual(['https://site.example/services?category=Search ']);
    expect((await get('/services?category=Websites')).text).toContain('category=Websites');
  });

  test('HEAD gets the headers without a body', async () => {
    const { get } = await serve(async () => new Response(filler, { headers: html }));
    const head = await get('/', {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(filler.length),
    ]);
    expect((await get('/')).text).toBe(filler);
  });

  test.each([
    ['a 404', { status: 404 }],
    ['a response with a cookie', { headers: { ...html, 'set-cookie': 'a=b' } }],
    ['a private response', { headers: { ...html, 'cache-control': 'private' } }],
  ])('%s is not cached', async (_, init) => {
    let renderings = 0;
    const { get } = await serve(async () => new Response(String((renderings += 1)), init));
    await get('/x');
    expect((await get('/x')).text).toBe('2');
  });

  test('a page is cached until the next scheduled content is published, a time that is read once per write', async () => {
    let time = 1_000;
    let reads = 0;
    let scheduled: () => number = () => 5_000;
    let renderings = 0;
    const { get, pages } = await serve(
      async () => new Response(String((renderings += 1)), { headers: html }),
      () => new Date(time),
      {
        async readNextChange() {
          reads += 1;
          return scheduled();
        },
      },
    );
    const shown = async () => (await get('/services')).text;
    expect([await shown(), await shown(), (await get('/apps')).text, reads]).toEqual(['1', '1', '2', 1]);
    time = 4_999;
    expect(await shown()).toBe('1');
    // the database's clock is behind, so nothing is cached until it reports that the time has come
    time = 5_000;
    expect([await shown(), await shown(), reads]).toEqual(['3', '4', 3]);
    scheduled = () => Infinity;
    expect([await shown(), await shown(), reads]).toEqual(['5', '5', 4]);
    pages.clear();
    scheduled = () => {
      throw new Error('down');
    };
    expect([await shown(), await shown()]).toEqual(['6', '6']);
    time += 1_000;
    expect(await shown()).toBe('7');
  });

  test.each([
    '/auth',
    '/auth?error=x',
    '/dashboard',
    '/dashboard/messages',
    '/dashboard.data',
    '//evil.example',
  ])('%s is never cached', async (path) => {
    const { get } = await serve(async () => new Response('kept'));
    expect((await get(path)).status).toBe(599);
  });

  test('P-181 a page whose rendering began before a write is sent but not cached', async () => {
    let title = 'published';
    let release = () => {};
    let blocked: Promise<void> | null = new Promise<void>((resolve) => (release = resolve));
    let reportStart = () => {};
    const rendering = new Promise<void>((resolve) => (reportStart = resolve));
    const { pages, get } = await serve(async () => {
      const read = title;
      reportStart();
      await blocked;
      return new Response(read, { headers: html });
    });
    const early = get('/services');
    await rendering;
    title = 'unpublished';
    pages.clear();
    const late = get('/services');
    blocked = null;
    release();
    expect((await early).text).toBe('published');
    expect((await late).text).toBe('unpublished');
    expect((await get('/services')).text).toBe('unpublished');
  });

  test('concurrent requests share one rendering', async () => {
    let renderings = 0;
    const { get } = await serve(async () => new Response(String((renderings += 1)), { headers: html }));
    const responses = await Promise.all(Array.from({ length: 20 }, () => get('/')));
    expect(new Set(responses.map((response) => response.text))).toEqual(new Set(['1']));
  });

  test('P-63 a cached page expires at the end of its day in Toronto', async () => {
    let clock = new Date('2026-11-21T04:59:58Z');
    const { get } = await serve(
      async () => new Response(clock.toISOString(), { headers: html }),
      () => clock,
    );
    const before = await get('/privacy');
    clock = new Date('2026-11-21T04:59:59Z');
    expect((await get('/privacy')).text).toBe(before.text);
    clock = new Date('2026-11-21T05:00:01Z');
    expect((await get('/privacy')).text).not.toBe(before.text);
  });

  test('P-181 without notices of writes a page is cached for its lifetime, counted from the read', async () => {
    let clock = new Date('2026-11-20T15:00:00.000Z');
    let renderings = 0;
    const { get } = await serve(
      async () => {
        const body = String((renderings += 1));
        clock = new Date(clock.getTime() + 400);
        return new Response(body, { headers: html });
      },
      () => clock,
      { lifetimeMs: 1_000 },
    );
    expect((await get('/services')).text).toBe('1');
    clock = new Date('2026-11-20T15:00:01.000Z');
    expect((await get('/services')).text).toBe('1');
    clock = new Date('2026-11-20T15:00:01.001Z');
    expect((await get('/services')).text).toBe('2');
  });
});
