import {
  canonicalsOf,
  crawlSite,
  metaOf,
  readSitemapPaths,
  jsonLdObjects,
  fetchCrawledPage,
  type CrawledPage,
  type JsonLdObject,
} from './crawl.ts';
import { contentTables, contentTypeOf, type ContentTableName } from '../../site/app/content/content-types.ts';
import { expect, test } from '../fixture.ts';

/** One crawl for all tests of this file, because none of them changes content. */
let walk: Promise<Map<string, CrawledPage>> | undefined;
const notListed = /^\/(auth|dashboard)/;

function walkFrom(origin: string): Promise<Map<string, CrawledPage>> {
  return (walk ??= crawlSite(origin));
}

async function listedPages(origin: string): Promise<CrawledPage[]> {
  const pages = await walkFrom(origin);
  return (await readSitemapPaths(origin)).map((path) => {
    const page = pages.get(path);
    if (!page) throw new Error(`${path} is in the sitemap, and the walk did not come there`);
    return page;
  });
}

test('S-16 no link is broken or redirected, and every listed page is at most three clicks from home @audit', async ({
  product,
}) => {
  const pages = [...(await walkFrom(product.url)).values()];
  const bad = pages.filter(({ path, status }) => status !== 200 && !notListed.test(path));
  expect(bad.map(({ path, status, from }) => `${from} → ${path}: ${status}`)).toEqual([]);
  const far = (await listedPages(product.url)).filter(({ depth }) => depth === null || depth > 3);
  expect(far.map(({ path, depth }) => `${path}: ${depth}`)).toEqual([]);
});

test('S-12 S-14 S-16 every file that a page loads exists, pictures have their size, and no font is preloaded', async ({
  product,
}) => {
  const files = new Set<string>();
  for (const { path, html, page } of await listedPages(product.url)) {
    const addresses = [
      ...page.values('img', 'src'),
      ...page.values('link', 'href'),
      ...page.values('use', 'href'),
    ];
    for (const address of addresses) files.add(new URL(address, product.url).href.replace(/#.*$/, ''));
    for (const [image] of html.matchAll(/<img\s[^>]*>/g))
      expect([path, image]).toEqual([path, expect.stringMatching(/ (?=.*width="\d+)(?=.*height="\d+)/)]);
    // The picture at the top of a record's page is loaded eagerly; every other one lazily.
    for (const [image] of html.matchAll(/<img\s[^>]*>/g)) {
      const isEarly = html.indexOf(image) < html.indexOf(' data-record-body=');
      expect([path, image, image.includes('loading="lazy"')]).toEqual([path, image, !isEarly]);
    }
    expect(html).not.toContain('<link rel="preload" as="font"');
    expect(page.values('link', 'hreflang'), 'S-12: nothing is translated yet').toEqual([]);
  }
  for (const file of files) expect([file, (await fetch(file)).status]).toEqual([file, 200]);
});

test('S-1 titles and descriptions are unique and of the right length', async ({ product }) => {
  const pages = await listedPages(product.url);
  const titles = pages.map(({ page }) => page.one('head').texts('title'));
  expect(titles.filter((all) => all.length !== 1)).toEqual([]);
  for (const [title = ''] of titles) expect(title).toMatch(/^(?=.{20,60}$).+ · Fairlead Digital$/);
  expect(new Set(titles.flat()).size).toBe(pages.length);
  const descriptions = pages.map(({ page }) => metaOf(page, 'description'));
  expect(descriptions.filter((all) => all.length !== 1)).toEqual([]);
  for (const [description = ''] of descriptions) expect(description).toMatch(/^.{70,160}$/u);
  expect(new Set(descriptions.flat()).size).toBe(pages.length);
});

test('S-2 every page has one absolute canonical link without a query, from SITE_URL, whatever host the visitor used', async ({
  product,
}) => {
  for (const { path, page } of await listedPages(product.url))
    expect([path, canonicalsOf(page)]).toEqual([path, [product.url + path]]);
  const variants = [
    ['/services?category=search', '/services'],
    ['/contact?sent=1', '/contact'],
    ['/apps/leadline?proposal=&utm_source=x', '/apps/leadline'],
  ] as const;
  const otherName = product.url.replace('localhost', '127.0.0.1');
  for (const [variant, path] of variants)
    expect(canonicalsOf((await fetchCrawledPage(otherName, variant)).page)).toEqual([product.url + path]);
  const upper = await fetchCrawledPage(otherName, '/SERVICES');
  expect([upper.status, upper.location]).toEqual([301, '/services']);
  const slashed = await fetchCrawledPage(product.url, '/services/?category=search');
  expect([slashed.status, slashed.location]).toEqual([301, '/services?category=search']);
});

test('S-11 the address of an unknown category shows all services, and is no page of its own', async ({
  product,
}) => {
  const made = await fetchCrawledPage(product.url, '/services?category=no-such-thing');
  expect([made.status, made.location, made.html]).toEqual([302, '/services', '']);
});

test('S-3 share tags, and an image of 1200 × 630 for each page @audit', async ({ product }) => {
  const images = new Set<string>();
  for (const { path, page } of await listedPages(product.url)) {
    const [title = ''] = metaOf(page, 'og:title');
    expect(page.one('head').texts('title')[0]).toContain(title.slice(0, 30));
    expect(metaOf(page, 'og:description')).toEqual(metaOf(page, 'description'));
    expect(metaOf(page, 'og:url')).toEqual([product.url + path]);
    expect(metaOf(page, 'og:locale')).toEqual(['en_CA']);
    expect(metaOf(page, 'og:site_name')).toEqual(['Fairlead Digital']);
    expect(metaOf(page, 'og:image:alt')[0]).toMatch(/\S/);
    expect(metaOf(page, 'twitter:card')).toEqual(['summary_large_image']);
    const [image = ''] = metaOf(page, 'og:image');
    expect(image).toContain(`${product.url}/share/`);
    images.add(image);
    const response = await fetch(image);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([image, response.status, response.headers.get('content-type')]).toEqual([image, 200, 'image/png']);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  }
  expect(images.size).toBe((await readSitemapPaths(product.url)).length);
  const madeUp = await fetchCrawledPage(product.url, '/share/services/accessibility-audit-zzzz.png');
  expect([madeUp.status, madeUp.location]).toEqual([
    302,
    expect.stringMatching(/^\/share\/services\/accessibility-audit-(?!zzzz)/),
  ]);
});

/** The JSON-LD type of a record's page. */
const recordTypes: Record<ContentTableName, string> = {
  services: 'Service',
  apps: 'SoftwareApplication',
  posts: 'BlogPosting',
  case_studies: 'Article',
};

/** The JSON-LD types that a page with this path must have. */
function wantedTypes(path: string): string[] {
  if (path === '/') return ['Organization', 'WebSite'];
  for (const table of contentTables) {
    const list = contentTypeOf(table).path;
    if (path === list) return ['CollectionPage', 'BreadcrumbList'];
    if (path.startsWith(`${list}/`)) return [recordTypes[table], 'BreadcrumbList'];
  }
  return path === '/contact' ? ['ContactPage'] : ['WebPage'];
}

const textKeys = /^(name|headline|description|telephone|email|category|applicationCategory|operatingSystem)$/;

/** Every text and price in JSON-LD, as a reader would see it. */
function textsIn(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, name));
  if (key === 'price') return [`$${Number(value).toLocaleString('en-US')}`];
  if (key === 'operatingSystem') return String(value).split(', ');
  return textKeys.test(key) || key === 'featureList' || key === 'caption' ? [String(value)] : [];
}

test('S-4 S-5 S-6 S-7 S-8 JSON-LD describes each page with text that is on the page', async ({ product }) => {
  for (const { path, html, page } of await listedPages(product.url)) {
    const things = jsonLdObjects(html);
    expect([path, things.map((thing) => thing['@type'])]).toEqual([path, wantedTypes(path)]);
    // a phone number is shown as people write it, and linked as it is dialled
    const phones = page.values('a', 'href').filter((href) => href.startsWith('tel:'));
    const words = [page.one('body').text, ...page.values('img', 'alt'), ...phones];
    const visible = words.join(' ').toLowerCase();
    for (const text of textsIn(things))
      expect([path, visible.includes(text.toLowerCase()) ? text : `missing: ${text}`]).toEqual([path, text]);
  }
});

function first(html: string): JsonLdObject {
  const [thing] = jsonLdObjects(html);
  if (!thing) throw new Error('nothing is described');
  return thing;
}

test('S-5 S-6 S-8 a list names what it lists; pay for results is no offer; a post has its dates and image', async ({
  product,
}) => {
  for (const [path, kind, count] of [
    ['/services', 'services', 7],
    ['/apps', 'apps', 4],
    ['/resources', 'posts', 6],
    ['/case-studies', 'case_studies', 3],
  ] as const) {
    const table = product.visitor().from(kind as 'services');
    const date = kind === 'posts' || kind === 'case_studies' ? 'published_at' : 'created_at';
    const { data } = await table.select('slug').eq('is_published', true).order(date, { ascending: false });
    const things = jsonLdObjects((await fetchCrawledPage(product.url, path)).html);
    expect(things.map((thing) => thing['@type'])).toEqual(['CollectionPage', 'BreadcrumbList']);
    expect(things[0]?.['mainEntity']).toMatchObject({
      '@type': 'ItemList',
      numberOfItems: count,
      itemListElement: data?.map(({ slug }, i) => ({
        position: i + 1,
        url: `${product.url}${path}/${slug}`,
      })),
    });
  }
  const seo = first((await fetchCrawledPage(product.url, '/services/pay-per-results-seo')).html);
  expect(seo['offers']).toMatchObject([
    { name: 'Technical setup', price: 1200, priceCurrency: 'CAD' },
    { name: 'Local add-on', price: 450 },
  ]);
  expect(seo['offers']).toHaveLength(2);
  const { html } = await fetchCrawledPage(product.url, '/resources/ten-minute-keyboard-test');
  const post = first(html);
  expect(html).toContain(`dateTime="${String(post['datePublished'])}"`);
  expect(Date.parse(String(post['dateModified']))).toBeGreaterThanOrEqual(
    Date.parse(String(post['datePublished'])),
  );
  expect((await fetch(String(post['image']))).headers.get('content-type')).toMatch(/^image\//);
});
