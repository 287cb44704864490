import { expect, test } from '../product/staff.ts';

test('B-549 what was typed on one device is offered on another, which continues it; a save ends the offer', async ({
  page,
  product,
  newContext,
}) => {
  const { data } = await product.admin
    .from('services')
    .insert({ name: 'Autosaved', slug: `autosaved-${process.pid}`, description: 'Stored.' })
    .select('id')
    .single()
    .throwOnError();
  const path = `/dashboard/services/${data.id}`;
  const kept = async () =>
    (await product.admin.from('content_autosaves').select('step').eq('record_id', data.id)).data;
  await page.goto(path);
  await page.getByLabel('Short pitch').fill('Typed on the first device');
  await expect.poll(kept).toHaveLength(1);

  const other = await (await newContext({ baseURL: product.url })).newPage();
  await other.goto(path);
  const offer = other.getByRole('region', { name: 'Unsaved text' });
  await expect(offer).toContainText('Short pitch');
  await expect(other.getByLabel('Short pitch')).toHaveValue('');
  await offer.getByRole('button', { name: 'Continue with it' }).click();
  await expect(other.getByLabel('Short pitch')).toHaveValue('Typed on the first device');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('All changes saved')).toBeVisible();
  await expect.poll(kept).toEqual([]);
});
