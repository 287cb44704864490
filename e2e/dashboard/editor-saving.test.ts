import { expect, test } from '../product/staff.ts';

test('G-3 what is typed into a list counts when Ctrl+S saves, without Enter @audit', async ({
  page,
  product,
}) => {
  const slug = `typed-feature-${process.pid}`;
  await product.admin.from('services').insert({ name: 'Typed feature', slug }).throwOnError();
  await page.goto('/dashboard/services');
  await page.getByRole('link', { name: 'Edit Typed feature' }).click();
  await page.getByRole('textbox', { name: 'Features' }).fill('Every sounding');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { data } = await product.admin
    .from('services')
    .select('feature_chips')
    .eq('slug', slug)
    .single()
    .throwOnError();
  expect(data.feature_chips).toEqual(['Every sounding']);
});

test('G-3 a new record stays in its editor, under its own address; Back leads to the list @audit', async ({
  page,
  product,
}) => {
  const slug = `stays-${process.pid}`;
  await page.goto('/dashboard/services');
  await page.getByRole('link', { name: 'Add Service' }).click();
  await page.getByLabel('Name').fill('Stays here');
  await page.getByLabel('Web address').fill(slug);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Stays here is saved as a draft.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/services\/[0-9a-f-]{36}$/);
  await expect(page).toHaveTitle(/^Edit service/);
  await expect(page.locator('main form > :last-child > :first-child')).toBeFocused();
  await expect(page.locator('main form > :last-child > :first-child')).toHaveText('All changes saved');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // further input changes this record and creates no second one
  await page.getByLabel('Short pitch').fill('Written after.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { data } = await product.admin.from('services').select('id, short_pitch').eq('slug', slug);
  expect(data).toEqual([{ id: page.url().split('/').at(-1), short_pitch: 'Written after.' }]);
  await page.reload();
  await expect(page.getByLabel('Short pitch')).toHaveValue('Written after.');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible();
  await page.getByRole('link', { name: 'Add Service' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await product.admin.from('services').delete().eq('slug', slug).throwOnError();
});

test('A-22 with doubled text on a phone the bar that saves does not cover the fields @audit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/services/new');
  await expect(page.locator('main form > :last-child')).toHaveCSS('position', 'sticky');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(page.locator('main form > :last-child')).toHaveCSS('position', 'static');
});

test('G-54 2 MB pasted into a post are not rendered as a preview, and the editor names what is too long @audit', async ({
  page,
}) => {
  await page.goto('/dashboard/resources/new');
  await page.getByLabel('Title').fill('Far too long');
  const text = page.getByLabel('Text', { exact: true });
  // Chromium needs seconds to lay out this much text, and a minute if it has many lines
  await text.fill('Words in **bold** and [a link](https://example.com). '.repeat(40_000));
  await expect(
    page.getByText('Too long to preview. Shorten the text to 100,000 characters or fewer.'),
  ).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.locator('main form > :last-child')).toContainText('1 thing to fix:');
  await page.getByRole('link', { name: 'Shorten the text to 100,000 characters or fewer' }).click();
  await expect(text).toBeFocused();
});
