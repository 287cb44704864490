import { request as httpRequest } from 'node:http';
import type { Page } from '@playwright/test';
import type { Product } from '../product/product.ts';
import {
  attributeValues,
  canonicalsOf,
  metaOf,
  readSitemapPaths,
  fetchCrawledPage,
} from '../public/crawl.ts';
import { expect, test } from '../product/fixture.ts';
import { movePointer } from '../product/hydrated.ts';

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

test('S-9 the sitemap is well-formed and names published pages with the date of their change', async ({
  page,
  product,
}) => {
  const { html: xml, headers } = await fetchCrawledPage(product.url, '/sitemap.xml');
  expect(headers.get('content-type')).toContain('application/xml');
  await page.goto('/robots.txt');
  expect(await rootOf(page, xml)).toBe('urlset');
  const { data } = await product.admin.from('services').select('slug, is_published, updated_at');
  for (const { slug, is_published, updated_at } of data ?? []) {
    const stamp = new Date(updated_at).toISOString();
    expect([slug, xml.includes(`/services/${slug}</loc><lastmod>${stamp}<`)]).toEqual([slug, is_published]);
  }
  expect(await readSitemapPaths(product.url)).not.toContain('/auth');
  expect((await fetchCrawledPage(product.url, '/sitemap/1.xml')).status).toBe(404);
});

test('S-15 the feed is well-formed, complete and linked in every head', async ({ page, product }) => {
  const { html: xml, headers } = await fetchCrawledPage(product.url, '/resources/feed.xml');
  expect(headers.get('content-type')).toContain('application/rss+xml');
  await page.goto('/robots.txt');
  expect(await rootOf(page, xml)).toBe('rss');
  const { data } = await product.visitor().from('posts').select('slug');
  for (const { slug } of data ?? [])
    expect(xml).toContain(`<guid isPermaLink="true">${product.url}/resources/${slug}</guid>`);
  expect(xml.match(/<pubDate>\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/g)).toHaveLength(
    data?.length ?? 0,
  );
  for (const path of ['/', '/resources', '/resources/casl-without-fear'])
    expect(attributeValues((await fetchCrawledPage(product.url, path)).html, 'link', 'href')).toContain(
      '/resources/feed.xml',
    );
});

/** The name of the root element, or the browser's error. */
function rootOf(page: Page, xml: string): Promise<string> {
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    return parsed.querySelector('parsererror')?.textContent ?? parsed.documentElement.nodeName;
  }, xml);
}

test('S-11 G-42 an address without a page: 404, noindex, no canonical', async ({ product }) => {
  for (const path of ['/nowhere', '/services/nowhere', '/apps/nowhere', '/resources/nowhere']) {
    const { status, html } = await fetchCrawledPage(product.url, path);
    expect([path, status, metaOf(html, 'robots'), canonicalsOf(html)]).toEqual([path, 404, ['noindex'], []]);
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

test('S-16 no address of ours leads to another site', async ({ product }) => {
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

test('S-13 the same words with scripts and without', async ({ browser, page, product }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const still = await plain.newPage();
  for (const path of ['/', '/services/accessibility-audit', '/resources/casl-without-fear']) {
    await page.addInitScript(() => {
      addEventListener('hydrated', () => document.documentElement.setAttribute('data-test-hydrated', ''));
    });
    await page.goto(path);
    await movePointer(page);
    await page.waitForSelector('html[data-test-hydrated]', { state: 'attached' });
    await still.goto(path);
    const [moved, unmoved] = await Promise.all([page, still].map((one) => one.locator('main').innerText()));
    // For browsers that cannot open the dialog without scripts, there is a link to the form.
    expect(moved).toBe(unmoved?.replaceAll(/\n?Open the form on this page/g, ''));
    const heads = [page, still].map((one) =>
      one.locator('head > link[rel=canonical], head > script[type="application/ld+json"]').count(),
    );
    expect(await Promise.all(heads)).toEqual([2, 2]);
  }
  await plain.close();
});

test('S-2 a visitor who goes on inside the site takes the head along: one canonical, of the page shown', async ({
  page,
  product,
}) => {
  await page.goto('/services');
  for (const [link, path] of [
    ['Accessibility Audit', '/services/accessibility-audit'],
    ['Services', '/services'],
  ] as const) {
    await page.locator('main').getByRole('link', { name: link }).first().click();
    await expect(page).toHaveURL(product.url + path);
    const canonical = page.locator('head > link[rel=canonical]');
    await expect(canonical).toHaveAttribute('href', product.url + path);
    await expect(canonical).toHaveCount(1);
    await expect(page.locator('head > meta[property="og:url"]')).toHaveAttribute(
      'content',
      product.url + path,
    );
    await expect(page.locator('head > script[type="application/ld+json"]')).toHaveCount(1);
  }
});
