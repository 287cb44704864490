import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpServer } from '@fairlead/backend/http';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { createMetricsCollector, classifyRequest } from './create-metrics-collector.ts';
import { createRequestObserverNotifier, type RequestObserver } from './observe-requests.ts';
import { openAccessLog } from './open-access-log.ts';

const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const token = 'a-token-of-24-characters';
const access = { url: 'http://localhost:9', fetch: () => Promise.reject(new Error('down')) };

async function startObserved(
  observers: RequestObserver[],
  extra?: Awaited<ReturnType<typeof createMetricsCollector>>,
  trustedProxies = 1,
) {
  const http = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    onRequest: createRequestObserverNotifier(observers, trustedProxies),
  });
  ends.push(() => http.close(0));
  const endpoint = extra?.endpoint({
    connected: { access, backend: null, keys: { secretKey: 'secret' } } as never,
    config: readConfig({ DATA_DIR: tmpdir() }),
    pageCacheStats: () => ({ hits: 7, misses: 2, pages: 1, bytes: 3_000 }),
  });
  http.serve(null, {
    first: endpoint ? [endpoint] : [],
    handle(request: IncomingMessage, response: ServerResponse) {
      response.writeHead(request.url?.includes('missing') ? 404 : 200).end('page');
    },
  });
  return http.url;
}

async function startMetered(): Promise<string> {
  const metrics = await createMetricsCollector(token);
  if (!metrics) throw new Error('no metrics');
  return startObserved([metrics.observe], metrics);
}

test.each([
  ['/rest/v1/leads?email=eq.ana', 'rest'],
  ['/auth/v1', 'auth'],
  ['/auth?token_hash=x', 'pages'],
  ['/assets/entry-1a2b.js', 'files'],
  ['/resources/feed.xml?x=1', 'files'],
  ['/robots.txt', 'files'],
  ['/dashboard/messages', 'dashboard'],
  ['/dashboards', 'pages'],
  ['/services/x?file=a.js', 'pages'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
])('%s is of class %s', (url, name) => {
  expect(classifyRequest(url)).toBe(name);
});

test('metrics are for holders of the token alone', async () => {
  const url = await startMetered();
  for (const authorization of [
    undefined,
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    token,
    `Basic ${token}`,
  ]) {
    const response = await fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('fairlead_');
  }
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${url}/metrics?token=${token}`)).status).toBe(401);
  expect((await fetch(`${url}/metrics`, { method: 'POST', headers })).status).toBe(405);
  expect((await fetch(`${url}/metrics`, { headers })).headers.get('cache-control')).toBe('no-store');
  expect(await createMetricsCollector(undefined)).toBeUndefined();
});

test('hostile paths, statuses and methods make no further series; what cannot be read is absent', async () => {
  const url = await startMetered();
  const read = async () =>
    (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  await fetch(`${url}/first`);
  await fetch(`${url}/missing`);
  await fetch(`${url}/missing.txt`);
  const countSeries = (text: string): number => text.match(/^fairlead_/gm)?.length ?? 0;
  await read();
  const before = countSeries(await read());
  for (let i = 0; i < 30; i++)
    await fetch(`${url}/missing-${i}"\\{}/${i}@example.com`, { method: i % 2 ? 'GET' : `X${i}` }).catch(
      () => {},
    );
  const text = await read();
  expect(countSeries(text)).toBe(before);
  expect(text).not.toContain('example.com');
  expect(text).toMatch(/fairlead_http_requests_total\{class="pages",status="404"\} \d/);
  expect(text).toContain('fairlead_page_cache_requests_total{result="hit"} 7');
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  expect(text).toMatch(/process_open_fds \d/);
  expect(text).toMatch(/fairlead_disk_free_bytes \d/);
  // The database is away and nothing was backed up.
  expect(text).not.toMatch(/^fairlead_(mail_failed|mail_waiting|backup_\w+|realtime_sockets)[ {]/m);
});

test('the access log names no query, token of a preview or whole address, and two files bound it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'access-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'access.log');
  const log = openAccessLog({ ACCESS_LOG: file }, 2_000);
  if (!log) throw new Error('no log');
  const url = await startObserved([log.observe]);
  const from = { headers: { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Secret/1', cookie: 'a=b' } };
  await fetch(`${url}/auth?token_hash=hidden-token`, from);
  await fetch(`${url}/preview/posts/hidden-preview`, from);
  await fetch(`${url}/contact`, { headers: { 'x-forwarded-for': '2001:db8:1:2::9' } });
  await fetch(`${url}/x`, { headers: { 'x-forwarded-for': 'ana@example.com' } });
  await expect.poll(() => readFileSync(file, 'utf8').split('\n').length).toBe(5);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/hidden|Secret|a=b|113\.77|::9|ana@/);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ method, path, status, network }) => [method, path, status, network])).toEqual([
    ['GET', '/auth', 200, '203.0.113.0/24'],
    ['GET', '/preview/…', 200, '203.0.113.0/24'],
    ['GET', '/contact', 200, '2001:db8:1::/48'],
    ['GET', '/x', 200, undefined],
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (let i = 0; i < 60; i++) await fetch(`${url}/page-${i}`);
  await log.close();
  const sizes = [file, `${file}.1`].map((name) => statSync(name).size);
  expect(Math.max(...sizes)).toBeLessThan(2_400);
  expect(`${readFileSync(file, 'utf8')}`).toContain('/page-59"');
});

test('a full or missing disk costs lines of the access log, never a request', async () => {
  const log = openAccessLog({ ACCESS_LOG: '/dev/full' });
  if (!log) throw new Error('no log');
  const url = await startObserved([log.observe]);
  for (let i = 0; i < 5; i++) expect((await fetch(`${url}/`)).status).toBe(200);
  await log.close();
});
