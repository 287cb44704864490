import { afterAll, beforeAll } from 'vitest';
import { expect, test } from '../fixture.ts';
import { startProduct, type Product } from '../../e2e/product/product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

async function get(path: string): Promise<[number, string]> {
  const response = await fetch(product.url + path, { redirect: 'manual' });
  return [response.status, response.headers.get('location') ?? (await response.text())];
}

test('addresses without a page share one 404 page, until a redirect is made for one of them', async () => {
  const [status, page] = await get('/old-brochure');
  expect(status).toBe(404);
  // Cached from the second request on.
  await expect
    .poll(async () => (await get('/wp-login.php'))[1] === (await get('/old-brochure'))[1])
    .toBe(true);
  expect((await get('/assets/none-12345678.js'))[0]).toBe(404);
  expect(page).toContain('data-unknown-path');
  for (const own of ['/robots.txt', '/sitemap.xml', '/', '/services']) expect((await get(own))[0]).toBe(200);
  const { error } = await product.admin
    .from('redirects')
    .insert({ from_path: '/old-brochure', target: '/services', status: 301 });
  expect(error).toBeNull();
  expect(await get('/old-brochure')).toEqual([301, '/services']);
  expect(await get('/Old-Brochure?a=1')).toEqual([301, '/services?a=1']);
});

test('with more redirects than one response of the API holds, the 404 page is still shared', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    from_path: `/moved/${index}`,
    target: '/services',
    status: 301,
  }));
  await product.admin.from('redirects').insert(rows).throwOnError();
  await expect.poll(async () => (await get('/no-page-a'))[1] === (await get('/no-page-b'))[1]).toBe(true);
  for (const index of [0, 999, 1_000, 2_499])
    expect(await get(`/moved/${index}`)).toEqual([301, '/services']);
});
