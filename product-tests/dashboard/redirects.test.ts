import { expect, test } from '../fixture.ts';

test('B-65 S-11 a deleted page may lead elsewhere, another site too; a page that is there is never redirected', async ({
  product,
}) => {
  const slug = `gone-${process.pid}`;
  const admin = product.admin;
  await admin.from('services').insert({ name: 'Gone', slug, is_published: true }).throwOnError();
  await admin
    .from('redirects')
    .insert([
      { from_path: `/services/${slug}`, target: 'https://other.example/page', status: 302 },
      { from_path: `/own-${process.pid}`, target: `${product.url}/own-${process.pid}`, status: 301 },
    ])
    .throwOnError();
  const ask = (path: string) => fetch(product.url + path, { redirect: 'manual' });
  expect((await ask(`/services/${slug}`)).status).toBe(200);
  await admin.from('services').delete().eq('slug', slug).throwOnError();
  const moved = await ask(`/services/${slug}?token=1`);
  expect([moved.status, moved.headers.get('location')]).toEqual([302, 'https://other.example/page']);
  // an absolute URL of this site could cause a loop
  expect((await ask(`/own-${process.pid}`)).status).toBe(404);
  await admin.from('redirects').delete().like('from_path', `%-${process.pid}`).throwOnError();
});
