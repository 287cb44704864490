import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTables, contentTypes, recordPath } from '../../site/app/content/content-types.ts';
import type { Product } from '../../e2e/product/product.ts';
import { loadSharp } from '../../site/app/art/load-sharp.server.ts';
import { projectRoot } from '../../server/project-root.ts';
import { expect, test } from '../fixture.ts';
import { canonicalsOf, fetchCrawledPage, metaOf, readSitemapPaths } from '../public/crawl.ts';

/** A published record; returns its path. */
async function publish(product: Product, table: (typeof contentTables)[number], seo = {}): Promise<string> {
  const slug = `seo-${randomUUID().slice(0, 8)}`;
  const row = { [contentTypes[table].columns.name]: 'Record', slug, is_published: true, seo };
  await product.admin
    .from(table)
    .insert(row as never)
    .throwOnError();
  return recordPath(table, slug);
}

async function readListed(product: Product, path: string) {
  const feed = await (await fetch(`${product.url}/resources/feed.xml`)).text();
  return {
    sitemap: (await readSitemapPaths(product.url)).includes(path),
    feed: feed.includes(`${product.url}${path}<`),
  };
}

test.for(contentTables)(
  'B-565 a page of %s that is hidden from search engines opens, with noindex, and is in no sitemap and feed, rendered and kept; shown again, it is listed at once',
  async (table, { product }) => {
    const path = await publish(product, table);
    const slug = path.split('/').at(-1) ?? '';
    const isPost = table === 'posts';
    const change = (seo: object) =>
      product.admin
        .from(table)
        .update({ seo } as never)
        .eq('slug', slug)
        .throwOnError();
    const shown = { robots: [], canonicals: [product.url + path], hasJsonLd: true };
    const hidden = { robots: ['noindex'], canonicals: [], hasJsonLd: false };
    for (const [seo, head, listed] of [
      [{}, shown, { sitemap: true, feed: isPost }],
      [{ hidden: true }, hidden, { sitemap: false, feed: false }],
      [{ hidden: false }, shown, { sitemap: true, feed: isPost }],
    ] as const) {
      await change(seo);
      // the first response is rendered, the second one kept
      for (const answer of ['rendered', 'kept']) {
        const { status, html, page } = await fetchCrawledPage(product.url, path);
        const found = {
          robots: metaOf(page, 'robots'),
          canonicals: canonicalsOf(page),
          hasJsonLd: html.includes('application/ld+json'),
        };
        expect([seo, answer, status, found]).toEqual([seo, answer, 200, head]);
        expect([seo, answer, await readListed(product, path)]).toEqual([seo, answer, listed]);
      }
    }
    await product.admin.from(table).delete().eq('slug', slug).throwOnError();
  },
);

test('B-564 title and description that an editor set replace the page’s own, cut with the agency’s name; others stay', async ({
  product,
}) => {
  const words = 'Ferry timetables '.repeat(11).trim();
  const path = await publish(product, 'posts', { title: words, description: words });
  const { page } = await fetchCrawledPage(product.url, path);
  const [title = ''] = page.texts('title');
  expect(title).toMatch(/^Ferry timetables [a-z ]+… · .+$/i);
  expect(title.length).toBeLessThanOrEqual(60);
  const [description = ''] = metaOf(page, 'description');
  expect(description).toMatch(/^Ferry timetables [a-z ]+…$/i);
  expect(description.length).toBeLessThanOrEqual(160);
  expect(metaOf(page, 'og:description')).toEqual([description]);
  expect(metaOf(page, 'og:title')[0]).toMatch(/^Ferry/);
  expect(page.texts('h1')).toEqual(['Record']);
});

test('B-564 a share image that an editor chose is served as a JPEG of 1200 by 630; an unreadable one as a drawing that nothing keeps', async ({
  product,
}) => {
  const folder = randomUUID();
  const file = `${folder}/800x600.webp`;
  const bytes = await readFile(join(projectRoot, 'site/public/samples/ringcheck-ticket.webp'));
  const pictures = product.admin.storage.from('pictures');
  expect((await pictures.upload(file, bytes, { contentType: 'image/webp' })).error).toBeNull();
  const image = `/storage/v1/object/public/pictures/${file}`;
  const path = await publish(product, 'services', { image });
  const { page } = await fetchCrawledPage(product.url, path);
  const [address = ''] = metaOf(page, 'og:image');
  expect(address).toMatch(/\.jpg$/);
  const response = await fetch(address);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const sharp = await loadSharp();
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
  expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
  // an invented version redirects to the present one
  const other = await fetch(address.replace(/-[a-z0-9]+\.jpg$/, '-1.png'), { redirect: 'manual' });
  expect([other.status, other.headers.get('location')]).toEqual([302, new URL(address).pathname]);

  const missing = await publish(product, 'services', { image: image.replace(folder, randomUUID()) });
  const [drawn = ''] = metaOf((await fetchCrawledPage(product.url, missing)).page, 'og:image');
  const drawing = await fetch(drawn);
  expect([drawing.status, drawing.headers.get('cache-control')]).toEqual([200, 'no-store']);
});
