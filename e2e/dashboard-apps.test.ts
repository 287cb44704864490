import { axeFindings } from './axe-findings.ts';
import { expect, test } from './staff.ts';

test('P-181 G-3 an app is written, published and deleted', async ({ page }) => {
  const slug = `sounder-${process.pid}`;
  await page.goto('/dashboard/services');
  await page
    .getByRole('navigation', { name: 'Pages of the site' })
    .getByRole('link', { name: 'Apps' })
    .click();
  await page.getByRole('link', { name: 'Add App' }).click();
  await page.getByLabel('Name').fill(`Sounder ${process.pid}`);
  await page.getByLabel('Short pitch').fill('Sounds the depth.');
  await page.getByRole('textbox', { name: 'Platforms' }).fill('Web');
  await page.getByRole('textbox', { name: 'Features' }).fill('Echo');
  await page.getByLabel('Address of the demo').fill('demo.example');
  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByRole('button', { name: 'Create app' }).click();
  await page.getByRole('link', { name: /^Write the full address of the demo/ }).click();
  await page.keyboard.press('End');
  await page.getByLabel('Address of the demo').fill('https://demo.example/');
  expect(await axeFindings(page, [390, 1280], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Create app' }).click();
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
