import { axeFindings } from '../product/axe-findings.ts';
import { expect, test } from '../product/staff.ts';

test('P-181 G-3 G-54 a post is written with a preview by the page’s own renderer, published and deleted', async ({
  page,
}) => {
  const slug = `low-water-${process.pid}`;
  const markdown =
    '## What to do at low water\n\nWait, or **sound**. <img src=x onerror=alert(1)> [bad](javascript:alert(1))';
  await page.goto('/dashboard/resources/new');
  await page.getByLabel('Title').fill(`Low water ${process.pid}`);
  await page.getByLabel('Excerpt').fill('What to do when the tide is out.');
  await page.getByLabel('Text').fill(markdown);
  const preview = page.locator('.prose');
  await expect(preview.getByRole('heading', { name: 'What to do at low water' })).toBeVisible();
  await expect(preview).toContainText('<img src=x');
  await expect(preview.locator('img, a')).toHaveCount(0);
  const shown = await preview.innerHTML();
  await page.getByRole('switch', { name: 'Published' }).check();
  expect(await axeFindings(page, [390, 1280], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Create post' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit post' })).toBeVisible();
  await page.goto('/dashboard/resources');
  const row = page.getByRole('article', { name: `Low water ${process.pid}` });
  await expect(row).toContainText('Published');
  const visitor = await page.context().newPage();
  await visitor.goto(`/resources/${slug}`);
  expect(await visitor.locator('.prose').first().innerHTML()).toBe(shown);
  await page.getByRole('button', { name: `Delete Low water ${process.pid}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
  await expect(row).toHaveCount(0);
  expect((await page.request.get(`/resources/${slug}`)).status()).toBe(410);
});
