import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

test('B-82 P-181 a case study is written with its services and results, published, and shown on them @audit', async ({
  page,
}) => {
  const title = `Low water ${process.pid}`;
  await page.goto('/dashboard/case-studies');
  await page.getByRole('link', { name: 'Add Case Study' }).first().click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Summary').fill('The harbour was too shallow.');
  await page.getByLabel('Client').fill('A harbour in New Brunswick');
  await page.getByLabel('The problem').fill('Boats touched the ground.\n\nTwice a day.');
  await page
    .getByRole('textbox', { name: 'What we did' })
    .fill('## We waited\n\nFor **the tide**. <img src=x>');
  const preview = page.locator('.prose');
  await expect(preview.getByRole('heading', { level: 3, name: 'We waited' })).toBeVisible();
  await expect(preview.locator('img')).toHaveCount(0);
  const results = page.getByLabel(/^Results/);
  await results.fill('2× more water');
  await results.press('Enter');
  await page.getByRole('checkbox', { name: 'Winning Websites' }).check();
  await page.getByRole('switch', { name: 'Published' }).check();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Create case study' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit case study' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Winning Websites' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Email Marketing' })).not.toBeChecked();
  const visitor = await page.context().newPage();
  await visitor.goto('/services/winning-websites');
  await visitor.getByRole('link', { name: title }).click();
  await expect(visitor.locator('main')).toContainText('A harbour in New Brunswick');
  await expect(visitor.getByRole('region', { name: 'The result' }).locator('.figure')).toHaveText('2×');
});
