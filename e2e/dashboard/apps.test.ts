import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

test('P-181 G-3 an app is written, published and deleted @audit', async ({ page }) => {
  const slug = `sounder-${process.pid}`;
  await page.goto('/dashboard/services');
  await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Apps' }).click();
  await page.getByRole('link', { name: 'Add App' }).click();
  await page.getByLabel('Name').fill(`Sounder ${process.pid}`);
  await page.getByLabel('Short pitch').fill('Sounds the depth.');
  await page.getByRole('textbox', { name: 'Platforms' }).fill('Web');
  await page.getByRole('textbox', { name: 'Features' }).fill('Echo');
  await page.getByLabel('Demo URL').fill('demo.example');
  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByRole('button', { name: 'Create app' }).click();
  await page.getByRole('link', { name: /^Enter the full demo URL/ }).click();
  await page.keyboard.press('End');
  await page.getByLabel('Demo URL').fill('https://demo.example/');
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit app' })).toBeVisible();
  await page.goto('/dashboard/apps');
  const row = page.getByRole('article', { name: `Sounder ${process.pid}` });
  await expect(row).toContainText('Published');
  const html = await (await page.request.get(`/apps/${slug}`)).text();
  for (const words of ['Sounds the depth.', 'Web', 'Echo', 'https://demo.example/'])
    expect(html).toContain(words);
  await page.getByRole('button', { name: `Delete Sounder ${process.pid}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete app' }).click();
  await expect(row).toHaveCount(0);
  expect((await page.request.get(`/apps/${slug}`)).status()).toBe(410);
});

test('P-50 B-14 screenshots are added, ordered by keyboard, described and deleted; the page follows @audit', async ({
  page,
  product,
}) => {
  const slug = `plumb-${process.pid}-${Date.now().toString(36)}`;
  const admin = product.admin;
  const { data: app } = await admin
    .from('apps')
    .insert({ name: 'Plumb', slug, is_published: true })
    .select('id')
    .single()
    .throwOnError();
  const rows = ['One', 'Two', 'Three'].map((alt, index) => ({
    app_id: app.id,
    url: `/samples/ringcheck-${['ticket', 'trap', 'order-map'][index]}.webp`,
    alt,
    sort_order: index,
  }));
  await admin.from('app_media').insert(rows).throwOnError();
  async function plates(): Promise<string[]> {
    const html = await (await page.request.get(`/apps/${slug}`)).text();
    return [...html.matchAll(/<figcaption[^>]*><b>\d+<\/b><span>([^<]*)/g)].map(([, words]) => words ?? '');
  }

  await page.goto(`/dashboard/apps/${app.id}`);
  const panel = page.getByRole('region', { name: 'Screenshots' });
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  await panel.getByRole('button', { name: 'Move up: Three' }).press('Enter');
  await expect(panel.getByRole('button', { name: 'Move up: Three' })).toBeFocused();
  await expect(panel.getByText('Three is now 2 of 3')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Move down: Three' })).toBeFocused();
  await expect.poll(plates).toEqual(['Three', 'One', 'Two']);
  await panel.getByRole('listitem').nth(2).dragTo(panel.getByRole('listitem').nth(0));
  await expect.poll(plates).toEqual(['Two', 'Three', 'One']);
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);

  await panel.getByRole('button', { name: 'Add screenshots' }).click();
  const add = page.getByRole('dialog', { name: 'Add screenshots' });
  await add.locator('input[type=file]').setInputFiles('site/public/samples/ringcheck-ticket.webp');
  expect(await findAxeProblems(page, [390], 'dialog[open]')).toEqual([]);
  await add.getByRole('textbox', { name: /^Description of/ }).fill('Four');
  await page.keyboard.press('Enter');
  await expect(add).toBeHidden();
  await expect.poll(plates).toEqual(['Two', 'Three', 'One', 'Four']);

  await admin.from('app_media').delete().eq('app_id', app.id).eq('alt', 'One').throwOnError();
  await panel.getByRole('button', { name: 'Move up: Four' }).click();
  await expect(page.getByText('Someone else changed this list.')).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  await panel.getByRole('button', { name: 'Delete Two' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete image' }).click();
  await expect.poll(plates).toEqual(['Three', 'Four']);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await admin.from('apps').delete().eq('id', app.id).throwOnError();
});
