import { request as httpRequest } from 'node:http';
import type { Product } from '../../e2e/product/product.ts';
import { canonicalsOf, metaOf, readSitemapPaths, fetchCrawledPage } from '../public/crawl.ts';
import { expect, test } from '../fixture.ts';

test('S-10 robots.txt excludes nothing and names the sitemap; private screens and missing pages have noindex', async ({
  product,
}) => {
  const robots = await fetchCrawledPage(product.url, '/robots.txt');
  expect(robots.headers.get('content-type')).toContain('text/plain');
  expect(robots.html).not.toMatch(/disallow: *\S/i);
  expect(robots.html).toContain(`Sitemap: ${product.url}/sitemap.xml`);
  for (const path of ['/auth', '/dashboard', '/dashboard/messages', '/dashboard/nowhere', '/nowhere'])
    expect([path, (await fetchCrawledPage(product.url, path)).headers.get('x-robots-tag')]).toEqual([
      path,
      'noindex',
    ]);
  expect((await fetchCrawledPage(product.url, '/services')).headers.get('x-robots-tag')).toBeNull();
});

test('B-284 security.txt names how to reach the agency, and expires within a year', async ({ product }) => {
  const { html: text, headers } = await fetchCrawledPage(product.url, '/.well-known/security.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Contact: mailto:[^@\s]+@[^@\s]+\n/);
  expect(text).toContain(`\nCanonical: ${product.url}/.well-known/security.txt\n`);
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000;
  expect([days > 30, days < 365]).toEqual([true, true]);
  const robots = await fetchCrawledPage(product.url, '/robots.txt');
  expect(headers.get('cache-control')).toBe(robots.headers.get('cache-control'));
});

test('S-9 the sitemap names published pages with the date of their change', async ({ product }) => {
  const { html: xml, headers } = await fetchCrawledPage(product.url, '/sitemap.xml');
  expect(headers.get('content-type')).toContain('application/xml');
  const { data } = await product.admin.from('services').select('slug, is_published, updated_at');
  for (const { slug, is_published, updated_at } of data ?? []) {
    const stamp = new Date(updated_at).toISOString();
    expect([slug, xml.includes(`/services/${slug}</loc><lastmod>${stamp}<`)]).toEqual([slug, is_published]);
  }
  expect(await readSitemapPaths(product.url)).not.toContain('/auth');
  expect((await fetchCrawledPage(product.url, '/sitemap/1.xml')).status).toBe(404);
});

test('S-15 the feed is complete and linked in every head', async ({ product }) => {
  const { html: xml, headers } = await fetchCrawledPage(product.url, '/resources/feed.xml');
  expect(headers.get('content-type')).toContain('application/rss+xml');
  const { data } = await product.visitor().from('posts').select('slug');
  for (const { slug } of data ?? [])
    expect(xml).toContain(`<guid isPermaLink="true">${product.url}/resources/${slug}</guid>`);
  expect(xml.match(/<pubDate>\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/g)).toHaveLength(
    data?.length ?? 0,
  );
  for (const path of ['/', '/resources', '/resources/casl-without-fear'])
    expect((await fetchCrawledPage(product.url, path)).page.values('link', 'href')).toContain(
      '/resources/feed.xml',
    );
});

test('S-11 G-42 an address without a page has the status 404 and noindex, and no canonical link', async ({
  product,
}) => {
  for (const path of ['/nowhere', '/services/nowhere', '/apps/nowhere', '/resources/nowhere']) {
    const { status, html, page } = await fetchCrawledPage(product.url, path);
    expect([path, status, metaOf(page, 'robots'), canonicalsOf(page)]).toEqual([path, 404, ['noindex'], []]);
    expect(html).not.toContain('application/ld+json');
  }
  // after one redirect, another spelling is known or unknown like the canonical one
  const { status, location } = await fetchCrawledPage(product.url, '/services/NoWhere');
  expect([status, location]).toEqual([301, '/services/nowhere']);
});

/** The status and redirect target, for a URL that is sent exactly as written. */
function ask(product: Product, path: string): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.url);
    httpRequest({ hostname, port, path, agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });
}

test('S-16 no address of the site redirects to another site', async ({ product }) => {
  const tries = [
    '//evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\\evil.example/',
    '/\\/evil.example/',
    '///evil.example//',
    '/%2F%2Fevil.example/',
    '/%5Cevil.example/',
    '/services//evil.example/',
    '/services/%2F%2Fevil.example',
    '/services/%0d%0aLocation:%20https:%2F%2Fevil.example',
    '/share/services///evil.example',
    '/?next=//evil.example/',
    '/auth?redirect=https://evil.example/',
    'http://evil.example/',
    '/https://evil.example/',
  ];
  for (const path of tries) {
    const { status, location } = await ask(product, path);
    expect([path, status < 500]).toEqual([path, true]);
    if (location === undefined) continue;
    expect([path, new URL(location, product.url).origin]).toEqual([path, product.url]);
  }
});
