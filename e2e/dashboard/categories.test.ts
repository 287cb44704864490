import { expect, test } from '../product/staff.ts';

test('P-103 P-126 G-3 categories are added, renamed and deleted, and opening the confirmation changes nothing @audit', async ({
  page,
  product,
}) => {
  const name = `Soundings ${process.pid}`;
  await page.goto('/dashboard/categories');
  const add = page.getByRole('button', { name: 'Add Category' });
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Name');
  await add.click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Enter a category name');
  await expect(field).toBeFocused();
  await field.fill('Search');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('A category with this name already exists');
  await field.fill(`  ${name} `);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(add).toBeFocused();

  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter');
  await expect(field).toHaveValue(name);
  await field.fill(`${name} renamed`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${name} renamed` })).toBeVisible();

  const { data: category } = await product.admin
    .from('categories')
    .select('id')
    .eq('name', `${name} renamed`)
    .single()
    .throwOnError();
  await product.admin
    .from('services')
    .insert({ name: 'In it', slug: `in-it-${process.pid}`, category_id: category?.id ?? '' })
    .throwOnError();
  const remove = page.getByRole('button', { name: `Delete ${name} renamed` });
  await remove.press('Enter');
  await expect(dialog).toContainText('1 service will become uncategorized.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  // A dialog's close event comes with the next frame; only then may the same one open again.
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: `${name} renamed` })).toBeVisible();
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Delete category' }).click();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const { data: service } = await product.admin
    .from('services')
    .delete()
    .eq('slug', `in-it-${process.pid}`)
    .select('category_id')
    .single()
    .throwOnError();
  expect(service?.category_id).toBeNull();
});
