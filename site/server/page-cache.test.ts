import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createPageCache, type PageCache } from './page-cache.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

/** A real HTTP server around the cache, and a renderer that the test writes. */
async function serve(
  render: (request: Request) => Promise<Response>,
  now?: () => Date,
  options: { lifeMs?: number } = {},
) {
  const pages: PageCache = createPageCache({
    siteUrl: 'https://site.example',
    render,
    ...(now ? { now } : {}),
    ...options,
  });
  const server = createServer((request, response) => {
    if (pages.answer(request, response)) return;
    void pages.render(request, response).then((done) => done || response.writeHead(599).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const port = (server.address() as AddressInfo).port;
  function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = httpRequest({ port, path, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const encoding = response.headers['content-encoding'];
          const plain =
            encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: plain.toString(),
            bytes,
          });
        });
      });
      call.on('error', reject);
      call.end();
    });
  }
  return { pages, get };
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const filler = 'chart '.repeat(400);

describe('the page cache', () => {
  test('S-17 renders once, answers every encoding with its own ETag, and 304 only to the same bytes', async () => {
    let renderings = 0;
    const { get } = await serve(async () => {
      renderings += 1;
      return new Response(filler, { headers: html });
    });
    const br = await get('/services', { 'accept-encoding': 'gzip, br' });
    const gzip = await get('/services', { 'accept-encoding': 'gzip' });
    const plain = await get('/services', { 'accept-encoding': 'br;q=0' });
    expect([br.text, gzip.text, plain.text]).toEqual([filler, filler, filler]);
    expect([br, gzip, plain].map((answer) => answer.headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    expect(new Set([br, gzip, plain].map((answer) => answer.headers.etag)).size).toBe(3);
    expect(br.headers.vary).toBe('accept-encoding');
    const tag = br.headers.etag ?? '';
    const again = await get('/services', { 'accept-encoding': 'br', 'if-none-match': `W/"x", W/${tag}` });
    expect([again.status, again.bytes.length, again.headers['cache-control']]).toEqual([
      304,
      0,
      'public, max-age=0, must-revalidate',
    ]);
    expect((await get('/services', { 'accept-encoding': 'gzip', 'if-none-match': tag })).status).toBe(200);
    expect(renderings).toBe(1);
  });

  test('nothing of a visitor reaches the page: the renderer sees path, allowed query and SITE_URL alone', async () => {
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

  test('HEAD answers the headers without a body', async () => {
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
    ['a refusal', { status: 404 }],
    ['an answer with a cookie', { headers: { ...html, 'set-cookie': 'a=b' } }],
    ['a private answer', { headers: { ...html, 'cache-control': 'private' } }],
  ])('%s is not kept', async (_, init) => {
    let renderings = 0;
    const { get } = await serve(async () => new Response(String((renderings += 1)), init));
    await get('/x');
    expect((await get('/x')).text).toBe('2');
  });

  test.each([
    '/auth',
    '/auth?error=x',
    '/dashboard',
    '/dashboard/messages',
    '/dashboard.data',
    '//evil.example',
  ])('%s is never for the cache', async (path) => {
    const { get } = await serve(async () => new Response('kept'));
    expect((await get(path)).status).toBe(599);
  });

  test('P-181 a page whose rendering began before a write is sent but not kept', async () => {
    let title = 'published';
    let release = () => {};
    let held: Promise<void> | null = new Promise<void>((resolve) => (release = resolve));
    let begun = () => {};
    const rendering = new Promise<void>((resolve) => (begun = resolve));
    const { pages, get } = await serve(async () => {
      const read = title;
      begun();
      await held;
      return new Response(read, { headers: html });
    });
    const early = get('/services');
    await rendering;
    title = 'unpublished';
    pages.forget();
    const late = get('/services');
    held = null;
    release();
    expect((await early).text).toBe('published');
    expect((await late).text).toBe('unpublished');
    expect((await get('/services')).text).toBe('unpublished');
  });

  test('callers at the same time share one rendering', async () => {
    let renderings = 0;
    const { get } = await serve(async () => new Response(String((renderings += 1)), { headers: html }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/')));
    expect(new Set(answers.map((answer) => answer.text))).toEqual(new Set(['1']));
  });

  test('P-63 a page does not outlive its day in Toronto', async () => {
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

  test('P-181 where writes are not announced a page lives for its given life, counted from the reading', async () => {
    let clock = new Date('2026-11-20T15:00:00.000Z');
    let renderings = 0;
    const { get } = await serve(
      async () => {
        const body = String((renderings += 1));
        clock = new Date(clock.getTime() + 400);
        return new Response(body, { headers: html });
      },
      () => clock,
      { lifeMs: 1_000 },
    );
    expect((await get('/services')).text).toBe('1');
    clock = new Date('2026-11-20T15:00:01.000Z');
    expect((await get('/services')).text).toBe('1');
    clock = new Date('2026-11-20T15:00:01.001Z');
    expect((await get('/services')).text).toBe('2');
  });
});
