import type { Page } from '@playwright/test';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { openHydrated } from '../product/hydrated.ts';
import { expect, uniqueLeadName, test } from '../product/staff.ts';

const words = (name: string) => `The menu traps the focus, says ${name}`;

async function report(page: Page, message: string): Promise<void> {
  await page.getByLabel('What got in your way?').fill(message);
  await page.getByRole('button', { name: 'Send report' }).click();
}

test('A-18 a barrier is reported under a name or none, answered by staff, and counted on the page', async ({
  page,
  product,
  newContext,
}) => {
  const name = uniqueLeadName();
  const visitor = await (await newContext({ baseURL: product.url })).newPage();
  await openHydrated(visitor, '/accessibility');
  await report(visitor, ' ');
  await expect(visitor).toHaveTitle(/^Error: /);
  const way = visitor.getByLabel('What got in your way?');
  await expect(way).toBeFocused();
  await expect(way).toHaveAccessibleDescription('Tell us what got in your way');
  await visitor.getByLabel('Name').fill(name);
  await visitor.getByLabel('Email or phone').fill('ana@roy.example');
  await report(visitor, words(name));
  await expect(visitor.locator('#report-sent')).toBeFocused();
  await visitor.reload();
  await report(visitor, `${words(name)}, again`);
  await expect(visitor.locator('#report-sent')).toBeVisible();
  expect(await findAxeProblems(visitor, [390, 1280], 'main')).toEqual([]);

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'View reports' }).click();
  const entry = page
    .getByRole('article')
    .filter({ hasText: words(name) })
    .filter({ hasText: 'ana@roy.example' });
  await expect(entry.getByRole('heading', { name })).toBeVisible();
  await expect(entry.getByRole('link', { name: 'ana@roy.example' })).toHaveAttribute(
    'href',
    'mailto:ana@roy.example',
  );
  await entry.getByLabel(/^What you told them/).fill('The menu gives the focus back.');
  await entry.getByRole('button', { name: 'Save answer' }).click();
  await expect(entry.getByText('Answered the same day')).toBeVisible();
  await expect(entry.getByRole('heading', { name })).toBeFocused();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);

  await visitor.goto('/accessibility');
  await expect(visitor.getByText(/We received \d+ reports in the last 12 months/)).toContainText(
    /We've answered (1,|\d+, half of them) within a day/,
  );
  await expect(visitor.locator('main')).not.toContainText(name);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('A-30 a barrier is reported, once, and mistakes keep what was written @audit', async ({
    page,
    product,
  }) => {
    const name = uniqueLeadName();
    await page.goto('/accessibility');
    await page.getByLabel('Where did it happen?').fill('x'.repeat(301));
    await report(page, words(name));
    await expect(page.getByLabel('Where did it happen?')).toBeFocused();
    await expect(page.getByText('Where did it happen?: Use at most 300 characters.')).toHaveCount(1);
    await expect(page.getByLabel('What got in your way?')).toHaveValue(words(name));
    await page.getByLabel('Where did it happen?').fill('/services');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.locator('#report-sent')).toBeVisible();
    await page.goto('/accessibility');
    await page.getByLabel('Where did it happen?').fill('/services');
    await report(page, words(name));
    await expect(page.locator('#report-sent')).toBeVisible();
    const { data } = await product.admin.from('accessibility_feedback').select().eq('message', words(name));
    expect(data).toHaveLength(1);
  });
});
