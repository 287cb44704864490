import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';
import { readRenderedPage } from './rendered-page.ts';
import { serveForTest } from './serve-for-test.fixture.ts';

const text = 'no page '.repeat(300);

test('all paths without a page share one 404 page until a write; what is asked with a query does not', async () => {
  const seen: string[] = [];
  const pages = createPageCache({
    siteUrl: 'https://site.example',
    isUnknown: (path) => path.startsWith('/x'),
    render(request) {
      seen.push(new URL(request.url).pathname);
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return readRenderedPage(new Response(text, { status: 404, headers }));
    },
  });
  let admitted = 0;
  const ask = await serveForTest((request, response) => {
    void pages.render(request, response, async () => {
      admitted += 1;
      return () => {};
    });
  });
  const ifNone = { 'if-none-match': '*' };
  const get = (path: string) => ask(path, { headers: { ...ifNone, 'accept-encoding': 'gzip, br' } });
  for (const path of ['/x1', '/x2', '/x3', '/services/none', '/services/none']) {
    const response = await get(path);
    expect([response.status, response.text]).toEqual([404, text]);
  }
  expect(seen).toEqual(['/no-such-page', '/services/none', '/services/none']);
  // Responses from memory count toward a visitor's limit too.
  expect(admitted).toBe(5);
  expect((await ask('/x4', { method: 'HEAD', headers: ifNone })).status).toBe(404);
  await get('/x5?proposal=1');
  expect(seen.slice(3)).toEqual(['/x5']);
  pages.clear();
  await get('/x6');
  expect(seen.slice(4)).toEqual(['/no-such-page']);
});
