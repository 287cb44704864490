import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, makeLead, test } from '../product/staff.ts';

test('B-62 B-548 each save is a version: compared word by word, restored into the editor, and nothing typed is lost', async ({
  page,
  product,
  account,
}) => {
  const slug = `versions-${process.pid}`;
  const { data } = await account.client
    .from('services')
    .insert({ name: 'Tide table', slug, short_pitch: 'Knows the low water.', is_published: true })
    .select('id')
    .single()
    .throwOnError();
  await account.client
    .from('services')
    .update({ short_pitch: 'Knows the high water.' })
    .eq('slug', slug)
    .throwOnError();
  await page.goto(`/dashboard/services/${data.id}`);
  const pitch = page.getByLabel('Short pitch');
  await pitch.fill('Typed and not saved.');
  await page.getByText('Versions', { exact: true }).click();
  const panel = page.getByRole('region', { name: 'Versions' });
  const versions = panel.getByRole('list').first().getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('by Maude Tremblay-Okoye');
  await expect(versions.first()).toContainText('Changed: Short pitch');
  expect(await findAxeProblems(page, [320], 'main')).toEqual([]);

  await versions.last().getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version from' });
  await expect(dialog.locator('dd del').first()).toContainText('Typed and not saved');
  await expect(dialog.locator('dd ins').first()).toContainText('Knows the low water');
  expect(await findAxeProblems(page, [320], 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(pitch).toHaveValue('Knows the low water.');
  // one press takes back the restore, and then a discard, but not what was typed since
  const name = page.getByLabel('Name').first();
  const undo = page.getByRole('button', { name: 'Undo' });
  await name.fill('Tide tables');
  await undo.click();
  await expect(pitch).toHaveValue('Typed and not saved.');
  await expect(name).toHaveValue('Tide tables');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(pitch).toHaveValue('Knows the high water.');
  await name.fill('Tide tables of two harbours');
  await undo.click();
  await expect(pitch).toHaveValue('Typed and not saved.');
  await expect(name).toHaveValue('Tide tables of two harbours');

  await versions.last().getByRole('button', { name: 'Compare' }).click();
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(versions).toHaveCount(3);
  await versions.first().getByRole('button', { name: 'Compare' }).click();
  await expect(dialog).toContainText("This version is the same as what's in the editor.");
  await page.keyboard.press('Escape');
  const { data: stored } = await product.admin
    .from('services')
    .select('short_pitch, is_published')
    .eq('slug', slug)
    .single()
    .throwOnError();
  expect(stored).toEqual({ short_pitch: 'Knows the low water.', is_published: true });
  await product.admin.from('services').delete().eq('slug', slug).throwOnError();
});

test('B-62 the screenshots of an app are compared and restored with its version @audit', async ({
  page,
  product,
  account,
}) => {
  const slug = `screens-${process.pid}`;
  const { client } = account;
  const { data: app } = await client
    .from('apps')
    .insert({ name: 'Tides', slug })
    .select('id')
    .single()
    .throwOnError();
  const url = '/samples/ringcheck-ticket.webp';
  await client.from('app_media').insert({ app_id: app.id, url, alt: 'A ticket' }).throwOnError();
  await client.from('apps').update({ name: 'Tides and winds' }).eq('id', app.id).throwOnError();
  await client.from('app_media').delete().eq('app_id', app.id).throwOnError();
  await page.goto(`/dashboard/apps/${app.id}`);
  await expect(page.getByText('No screenshots yet.')).toBeVisible();
  await page.getByText('Versions', { exact: true }).click();
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(4);
  await expect(versions.first()).toContainText('Changed: Screenshots');
  await versions.nth(1).getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version from' });
  await expect(dialog.locator('li ins')).toContainText('restored: A ticket');
  expect(await findAxeProblems(page, [320, 1280], 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('The screenshots are already on the page.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit A ticket' })).toBeVisible();
  await product.admin.from('apps').delete().eq('id', app.id).throwOnError();
});

test('B-63 P-181 G-46 the confirmation to delete states how many leads asked; deleted content is in the trash: it is restored as a draft, or deleted permanently', async ({
  page,
  product,
}) => {
  const slug = `trash-${process.pid}`;
  const name = `Fog horn ${process.pid}`;
  const { data: service } = await product.admin
    .from('services')
    .insert({ name, slug, is_published: true })
    .select('id')
    .single()
    .throwOnError();
  await Promise.all([1, 2].map(() => makeLead(product, { service_id: service.id })));
  const remove = async () => {
    await page.goto('/dashboard/services');
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
    await expect(dialog).toContainText('You can restore it from Trash for 30 days.');
    await expect(dialog).toContainText('2 leads asked about it. They stay in Messages');
    await dialog.getByRole('button', { name: 'Delete service' }).click();
    await expect(page.getByText(`${name} was deleted.`)).toBeVisible();
  };
  await remove();
  expect((await page.request.get(`/services/${slug}`)).status()).toBe(410);
  await page.getByRole('link', { name: 'Trash' }).click();
  const row = page.getByRole('article', { name });
  await expect(row).toContainText('by Maude Tremblay-Okoye');
  expect(await findAxeProblems(page, [320], 'main')).toEqual([]);
  await product.admin.from('services').insert({ name: 'Taken', slug }).throwOnError();
  await row.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page.getByText(`its web address is now /services/${slug}-2.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeFocused();
  const { data } = await product.admin.from('services').select('name, slug').like('slug', `${slug}%`);
  expect(data?.toSorted((a, b) => a.slug.localeCompare(b.slug))).toEqual([
    { name: 'Taken', slug },
    { name, slug: `${slug}-2` },
  ]);

  await remove();
  await page.getByRole('link', { name: 'Trash' }).click();
  await row.getByRole('button', { name: `Permanently delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText(`${name} was permanently deleted.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await product.admin.from('services').delete().like('slug', `${slug}%`).throwOnError();
});
