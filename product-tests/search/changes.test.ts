import { canonicalsOf, metaOf, jsonLdObjects, fetchCrawledPage } from '../public/crawl.ts';
import { expect, test } from '../fixture.ts';
import { readPage } from '../read-page.ts';
import type { Product } from '../../e2e/product/product.ts';

async function publishService(product: Product, name: string, slug: string): Promise<string> {
  const { data, error } = await product.admin
    .from('services')
    .insert({ name, slug, short_pitch: `The pitch of ${name}.`, is_published: true })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}

async function changeService(
  product: Product,
  id: string,
  change: { slug?: string; name?: string; is_published?: boolean },
): Promise<void> {
  const { error } = await product.admin.from('services').update(change).eq('id', id);
  if (error) throw error;
}

test('G-46 S-11 S-16 a renamed page is one 301 away, a deleted one is gone, a draft unknown', async ({
  product,
}) => {
  const id = await publishService(product, 'Harbour Pilot', 'harbour-pilot');
  try {
    expect((await fetchCrawledPage(product.url, '/services/harbour-pilot')).status).toBe(200);
    for (const slug of ['harbour-pilots', 'pilots']) await changeService(product, id, { slug });
    for (const slug of ['harbour-pilot', 'harbour-pilots']) {
      const { status, location, headers } = await fetchCrawledPage(product.url, `/services/${slug}`);
      expect([slug, status, location]).toEqual([slug, 301, '/services/pilots']);
      expect(headers.get('cache-control')).toContain('no-cache');
    }
    expect((await fetchCrawledPage(product.url, '/services/pilots')).status).toBe(200);
    await changeService(product, id, { slug: 'harbour-pilot' });
    expect((await fetchCrawledPage(product.url, '/services/harbour-pilot')).status).toBe(200);
    expect((await fetchCrawledPage(product.url, '/services/pilots')).location).toBe(
      '/services/harbour-pilot',
    );
    await changeService(product, id, { is_published: false });
    for (const slug of ['harbour-pilot', 'pilots'])
      expect((await fetchCrawledPage(product.url, `/services/${slug}`)).status).toBe(404);
  } finally {
    await product.admin.from('services').delete().eq('id', id);
  }
  const { status, page } = await fetchCrawledPage(product.url, '/services/pilots');
  expect([status, metaOf(page, 'robots'), canonicalsOf(page)]).toEqual([410, ['noindex'], []]);
});

test('G-46 S-11 apps and posts leave their old addresses as services do', async ({ product }) => {
  const admin = product.admin;
  const app = await admin.from('apps').insert({ name: 'Plumb', slug: 'plumb', is_published: true });
  const post = await admin.from('posts').insert({ title: 'Fog', slug: 'fog', is_published: true });
  expect([app.error, post.error]).toEqual([null, null]);
  await admin.from('apps').update({ slug: 'plumb-line' }).eq('slug', 'plumb');
  await admin.from('posts').update({ slug: 'fog-signals' }).eq('slug', 'fog');
  expect((await fetchCrawledPage(product.url, '/apps/plumb')).location).toBe('/apps/plumb-line');
  expect((await fetchCrawledPage(product.url, '/resources/fog')).location).toBe('/resources/fog-signals');
  // The same slug in another list is a different page.
  expect((await fetchCrawledPage(product.url, '/services/plumb')).status).toBe(404);
  await admin.from('apps').delete().eq('slug', 'plumb-line');
  await admin.from('posts').delete().eq('slug', 'fog-signals');
  for (const path of ['/apps/plumb', '/apps/plumb-line', '/resources/fog', '/resources/fog-signals'])
    expect([path, (await fetchCrawledPage(product.url, path)).status]).toEqual([path, 410]);
});

test('a visitor is led from an old address, also inside the site, and keeps the query', async ({
  product,
}) => {
  const id = await publishService(product, 'Old Buoy', 'old-buoy');
  try {
    await changeService(product, id, { slug: 'new-buoy' });
    const inside = await fetchCrawledPage(product.url, '/services/old-buoy.data');
    expect([inside.status, inside.html]).toEqual([202, expect.stringContaining('/services/new-buoy')]);
    const old = await fetchCrawledPage(product.url, '/services/old-buoy?proposal=');
    expect([old.status, old.location]).toEqual([301, '/services/new-buoy?proposal=']);
    expect((await readPage(`${product.url}/services/new-buoy?proposal=`)).texts('h1')).toEqual(['Old Buoy']);
  } finally {
    await product.admin.from('services').delete().eq('id', id);
  }
});

test('S-9 S-15 publishing and unpublishing change the sitemap, the feed and the lists at the next request', async ({
  product,
}) => {
  const posts = product.admin.from('posts');
  const files = ['/sitemap.xml', '/resources/feed.xml', '/resources'];
  async function holding(): Promise<boolean[]> {
    const pages = await Promise.all(files.map((path) => fetchCrawledPage(product.url, path)));
    return pages.map(({ html }) => html.includes('/resources/tide-tables'));
  }
  expect(await holding()).toEqual([false, false, false]);
  const { error } = await posts.insert({ slug: 'tide-tables', title: 'Tide tables', is_published: true });
  expect(error).toBeNull();
  expect(await holding()).toEqual([true, true, true]);
  await product.admin.from('posts').update({ is_published: false }).eq('slug', 'tide-tables');
  expect(await holding()).toEqual([false, false, false]);
  expect((await fetchCrawledPage(product.url, '/resources/tide-tables')).status).toBe(404);
  await product.admin.from('posts').delete().eq('slug', 'tide-tables');
});

test('S-18 a changed name changes head, share image and JSON-LD together; the old image leads to the new one', async ({
  product,
}) => {
  const id = await publishService(product, 'Old </script><b>Name', 'sounding-lead');
  try {
    const before = await fetchCrawledPage(product.url, '/services/sounding-lead');
    expect(jsonLdObjects(before.html)[0]?.['name']).toBe('Old </script><b>Name');
    await changeService(product, id, { name: 'New Name' });
    const after = await fetchCrawledPage(product.url, '/services/sounding-lead');
    expect([metaOf(after.page, 'og:title')[0], jsonLdObjects(after.html)[0]?.['name']]).toEqual([
      'New Name',
      'New Name',
    ]);
    const [[old = ''], [now = '']] = [before, after].map(({ page }) => metaOf(page, 'og:image')) as [
      string[],
      string[],
    ];
    expect(now).not.toBe(old);
    const led = await fetch(old);
    expect([led.url, led.status]).toEqual([now, 200]);
    await changeService(product, id, { is_published: false });
    expect((await fetch(now)).status).toBe(404);
  } finally {
    await product.admin.from('services').delete().eq('id', id);
  }
});

test('S-17 a page has an ETag for each encoding, is compressed once and revalidated with 304', async ({
  product,
}) => {
  const tags = new Set<string>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const ask = { headers: { 'accept-encoding': encoding } };
    const response = await fetch(`${product.url}/apps`, ask);
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(response.headers.get('vary')).toContain('accept-encoding');
    const tag = response.headers.get('etag') ?? '';
    tags.add(tag);
    const revalidated = await fetch(`${product.url}/apps`, {
      headers: { ...ask.headers, 'if-none-match': tag },
    });
    expect(revalidated.status).toBe(304);
  }
  expect(tags.size).toBe(3);
});
