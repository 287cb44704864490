import { expect, test } from '../product/staff.ts';

const metaOf = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? '';

test('S-18 P-181 a service saved in the dashboard changes page, sitemap, share image and JSON-LD together @audit', async ({
  page,
  product,
}) => {
  const admin = product.admin;
  const slug = `tide-gauge-${Date.now()}`;
  const { data: service } = await admin
    .from('services')
    .insert({ name: 'Tide gauge', slug, short_pitch: 'Reads the water.', is_published: true })
    .select()
    .single();
  const read = async (path: string) => (await page.request.get(path)).text();
  const lastmod = async () =>
    new RegExp(`/services/${slug}</loc>\\s*<lastmod>([^<]+)`).exec(await read('/sitemap.xml'))?.[1];
  const [before, changedBefore] = [await read(`/services/${slug}`), await lastmod()];
  expect(changedBefore).toBeDefined();

  await page.goto(`/dashboard/services/${service?.id}`);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Harbour gauge');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();

  const after = await read(`/services/${slug}`);
  expect(after).toContain('<h1>Harbour gauge</h1>');
  expect(after).not.toContain('Tide gauge');
  expect(metaOf(after, 'og:title')).toBe('Harbour gauge');
  expect(metaOf(after, 'og:image')).not.toBe(metaOf(before, 'og:image'));
  expect(/"@type":"Service"[^}]*"name":"Harbour gauge"/.test(after)).toBe(true);
  expect(await lastmod()).not.toBe(changedBefore);
  expect(await read('/services')).toContain('Harbour gauge');
  expect((await page.request.get(metaOf(after, 'og:image'))).status()).toBe(200);
  await admin.from('services').delete().eq('slug', slug);
});
