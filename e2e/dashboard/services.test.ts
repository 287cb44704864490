import type { Page } from '@playwright/test';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

let services = 0;

/** A name that no other service of these tests has. */
function freshService(): { name: string; slug: string } {
  services += 1;
  return { name: `Chart Room ${process.pid} ${services}`, slug: `chart-room-${process.pid}-${services}` };
}

async function openEditor(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/services');
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit service' })).toBeVisible();
}

test('P-101 P-103 P-181 G-3 a service is written, published, moved and deleted', async ({
  page,
  product,
}) => {
  const { name, slug } = freshService();
  await page.goto('/dashboard/services');
  await page.getByRole('link', { name: 'Add Service' }).click();
  await page.getByRole('button', { name: 'Create service' }).click();
  await expect(page.getByText('2 things to fix:')).toBeVisible();
  await page.getByRole('link', { name: 'Enter a name' }).click();
  await expect(page.getByLabel('Name', { exact: false }).first()).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByLabel('Web address')).toHaveValue(slug);
  await page.getByLabel('Short pitch').fill('Where the soundings are kept.');
  await page.getByLabel('Description').fill('First paragraph.\n\nSecond paragraph.');
  const features = page.getByRole('textbox', { name: 'Features' });
  await features.fill('Every depth');
  await features.press('Enter');
  await features.fill('Every buoy');
  await page.getByRole('button', { name: 'Add price' }).click();
  await expect(page.getByLabel('Price 1: what it covers')).toBeFocused();
  await page.getByLabel('Price 1: what it covers').fill('Survey');
  await page.getByLabel('Price 1: amount').fill('$12,500');
  await page.getByRole('button', { name: 'Add price' }).click();
  await page.getByLabel('Price 2: what it covers').fill('Visits');
  await page.getByLabel('Price 2: amount').fill('none');
  await page.getByLabel('Category').selectOption('Search');
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Create service' }).click();
  await page.getByRole('link', { name: /^Enter an amount/ }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0');
  await page.getByRole('button', { name: 'Move Visits up' }).click();
  // by keyboard, because the page may still scroll to the moved price
  await page.getByRole('checkbox', { name: 'Add-on (Survey)' }).press('Space');
  await expect(page.getByRole('checkbox', { name: 'Add-on (Survey)' })).toBeChecked();
  await page.getByRole('button', { name: 'Create service' }).click();
  await expect(page.getByText(`${name} is saved as a draft.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit service' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/services$/);
  const row = page.getByRole('article', { name });
  await expect(row).toContainText('Draft');
  await expect(row).toContainText('Every buoy');
  expect((await page.request.get(`/services/${slug}`)).status()).toBe(404);

  const stored = await product.admin
    .from('services')
    .select('pricing_json')
    .eq('slug', slug)
    .single()
    .throwOnError();
  expect(stored.data?.pricing_json).toEqual([
    { name: 'Visits', price: 0 },
    { name: 'Survey', price: 12_500, addon: true },
  ]);

  await openEditor(page, name);
  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const html = await (await page.request.get(`/services/${slug}`)).text();
  expect(html.indexOf('Pay for Results')).toBeLessThan(html.indexOf('$12,500'));
  expect(html).toContain('Second paragraph.');

  await page.getByLabel('Web address').fill('accessibility-audit');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByRole('link', { name: /^That web address is already in use/ })).toBeVisible();
  await page.getByLabel('Web address').fill(`${slug}-moved`);
  await expect(page.getByText(`/services/${slug} will redirect here.`)).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const old = await page.request.get(`/services/${slug}`, { maxRedirects: 0 });
  expect(old.status()).toBe(301);

  await page.goto('/dashboard/services');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`/services/${slug}-moved is removed right away`);
  await dialog.getByRole('button', { name: 'Delete service' }).click();
  await expect(row).toHaveCount(0);
  expect((await page.request.get(`/services/${slug}-moved`)).status()).toBe(410);
  const { data } = await product.admin
    .from('services')
    .select('id')
    .eq('slug', `${slug}-moved`)
    .throwOnError();
  expect(data).toEqual([]);
});

test('an unreachable server is reported at once, and the text stays @audit', async ({ page, product }) => {
  const { name, slug } = freshService();
  await product.admin.from('services').insert({ name, slug }).throwOnError();
  await openEditor(page, name);
  await page.route(/\/rest\/v1\/services/, (route) => route.abort());
  const pitch = page.getByLabel('Short pitch');
  await pitch.fill('Not sent');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('.toast').last()).toContainText("We couldn't reach the server");
  await expect(pitch).toHaveValue('Not sent');
});

test('leaving unsaved work must be confirmed, and discarding can be undone @audit', async ({
  page,
  product,
}) => {
  const { name, slug } = freshService();
  await product.admin.from('services').insert({ name, slug }).throwOnError();
  await openEditor(page, name);
  const pitch = page.getByLabel('Short pitch');
  // whether the browser would ask before closing the tab
  function isAsked(): Promise<boolean> {
    return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  }
  expect(await isAsked()).toBe(false);
  await pitch.fill('Not saved yet');
  expect(await isAsked()).toBe(true);
  const away = page.getByRole('link', { name: 'Categories' });
  await away.click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  expect(await findAxeProblems(page, [1280], 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(pitch).toHaveValue('Not saved yet');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(pitch).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pitch).toHaveValue('Not saved yet');
  await away.click();
  await dialog.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories Management' })).toBeVisible();
});

test('B-14 a service gets an uploaded picture with a description, in its sizes; the media screen lists it @audit', async ({
  page,
  product,
}) => {
  const slug = `pictured-${process.pid}-${Date.now().toString(36)}`;
  const words = `A ticket of ${slug}`;
  await page.goto('/dashboard/services/new');
  await page.getByLabel('Name').fill('Pictured');
  await page.getByLabel('Web address').fill(slug);
  await page.getByRole('switch', { name: 'Published' }).check();
  const panel = page.getByRole('region', { name: 'Image' });
  await panel.locator('input[type=file]').setInputFiles('package.json');
  await expect(panel.getByRole('alert')).toContainText('Choose a JPEG, PNG, WebP, GIF or AVIF file');
  await panel.locator('input[type=file]').setInputFiles('site/public/samples/ringcheck-ticket.webp');
  await expect(
    panel.getByText('ringcheck-ticket.webp uploaded. Add a description, then save.'),
  ).toBeVisible();
  // its path in the storage is not shown; the field for a URL returns when the picture is removed
  await expect(panel.getByLabel('Or paste an image URL')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create service' }).click();
  await page.getByRole('link', { name: 'Describe it in one sentence, or mark it decorative' }).click();
  await page.keyboard.type(words);
  await page.getByRole('button', { name: 'Create service' }).click();
  await expect(page).toHaveURL(/\/dashboard\/services\/[0-9a-f-]{36}$/);

  const html = await (await page.request.get(`/services/${slug}`)).text();
  const picture = html.match(/<img[^>]*>/g)?.find((img) => img.includes(`alt="${words}"`));
  expect(picture).toMatch(/srcSet="[^"]*\/480\.webp 480w/i);
  const url = /src="([^"]+\d+x\d+\.webp)"/.exec(picture ?? '')?.[1] ?? '';
  const { data: row } = await product.admin.from('media').select('kind, alt').eq('url', url).single();
  expect(row).toEqual({ kind: 'hero', alt: words });

  await page.goto('/dashboard/media');
  await page.getByRole('button', { name: `Delete ${words}` }).click();
  const asked = page.getByRole('dialog');
  await expect(asked).toContainText('Pictured uses it and will be left without an image.');
  await asked.getByRole('button', { name: 'Delete image' }).click();
  await expect.poll(async () => (await fetch(product.url + url)).status).not.toBe(200);
  expect(await (await page.request.get(`/services/${slug}`)).text()).not.toContain(url);
  await product.admin.from('services').delete().eq('slug', slug).throwOnError();
});
