import { expect, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

test('B-546 a record is edited in one tab: the second takes over what was typed, or gets it when the first is closed', async ({
  page,
  product,
}) => {
  const slug = `tabs-${process.pid}`;
  const { data } = await product.admin
    .from('services')
    .insert({ name: 'Tabs', slug })
    .select('id')
    .single()
    .throwOnError();
  const path = `/dashboard/services/${data.id}`;
  const pitch = 'Short pitch';
  await page.goto(path);
  await page.getByLabel(pitch).fill('Typed in the first');

  const second = await page.context().newPage();
  await second.goto(path);
  await expect(second.getByText('You have this service open in another tab.')).toBeVisible();
  await expect(second.getByLabel(pitch)).toHaveCount(0);
  await second.getByRole('button', { name: 'Edit here instead' }).click();
  await expect(second.getByLabel(pitch)).toHaveValue('Typed in the first');
  await second.getByLabel(pitch).fill('Typed in the second');
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByText('All changes saved')).toBeVisible();
  await second.getByLabel(pitch).fill('Not saved yet');
  await expect(page.getByText('You have this service open in another tab.')).toBeVisible();

  await second.close({ runBeforeUnload: false });
  await expect(page.getByLabel(pitch)).toHaveValue('Not saved yet');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const saved = await product.admin.from('services').select('short_pitch').eq('id', data.id);
  expect(saved.data).toEqual([{ short_pitch: 'Not saved yet' }]);
});

test('B-547 a record is not deleted from a list or from the trash if someone has changed it since', async ({
  page,
  product,
}) => {
  const name = `Deleted late ${process.pid}`;
  const services = () => product.admin.from('services');
  const { data } = await services()
    .insert({ name, slug: `deleted-late-${process.pid}` })
    .select('id')
    .single()
    .throwOnError();
  const toasts = page.locator('.toast');
  await page.goto('/dashboard/services');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await services().update({ short_pitch: 'Since then' }).eq('id', data.id).throwOnError();
  await page.getByRole('button', { name: 'Delete service' }).click();
  await expect(toasts.last()).toContainText('Someone has changed it since');
  await page.getByRole('button', { name: 'Delete service' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await services().select('id').eq('id', data.id)).data).toEqual([]);

  await page.goto('/dashboard/trash');
  await page.getByRole('button', { name: `Permanently delete ${name}` }).click();
  const { client } = await makeOwner(product, 'Odile Roy');
  await client.rpc('restore_deleted', { kind: 'services', record_id: data.id }).throwOnError();
  await services().delete().eq('id', data.id).throwOnError();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(toasts.last()).toContainText('it was deleted again');
  const trash = await product.admin.from('deleted_content').select('record_id').eq('record_id', data.id);
  expect(trash.data).toHaveLength(1);
});
