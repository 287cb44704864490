import { expect, openAs, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

test('B-410 an owner of another agency who renames a sample service finds nothing of the sample in it, in Media or on its page @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const owner = await makeOwner(product);
  const page = await openAs(newContext, product, owner);
  await page.goto('/dashboard/services');
  await page.getByRole('link', { name: 'Edit Paid Search & Social' }).click();
  await page.getByLabel('Name').fill('Harvest Ads');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(
    page.getByText(/^Harvest Ads is live with your changes\. We removed what was left of the sample/),
  ).toBeVisible();
  // the form shows what is stored
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Features' })).toHaveCount(0);
  await expect(page.getByText(/paid-search-social-hero|Use this image/)).toHaveCount(0);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Harvest Ads' })).toHaveCount(0);
  const { data } = await product.admin.from('services').select('slug').eq('name', 'Harvest Ads').single();
  const html = await (await page.request.get(`${product.url}/services/${data?.slug}`)).text();
  expect(html).not.toContain('/samples/paid-search');
  expect(html).not.toContain('data-features');
});
