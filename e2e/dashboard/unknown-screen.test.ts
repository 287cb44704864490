import { expect, openAs, test } from '../product/staff.ts';
import { giveRole, makeOwner } from './team.ts';

test('B-460 an unknown path of the dashboard is a 404 inside the dashboard, and logged', async ({ page }) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()} ${message.text()}`));
  const response = await page.goto('/dashboard/nope?x=1');
  expect(response?.status()).toBe(404);
  expect(response?.headers()['x-robots-tag']).toContain('noindex');
  await expect(page.locator('#sidebar')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect(page).toHaveTitle(/^Page not found/);
  expect(
    lines.filter((line) => line.startsWith('warning') && line.includes('/dashboard/nope?x=1')),
  ).toHaveLength(1);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('B-460 a visitor without a session and one without scripts get the 404 of the dashboard, not the sign-in', async ({
  newContext,
  product,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await (await newContext({ baseURL: product.url, javaScriptEnabled })).newPage();
    await page.goto('/dashboard/nope/below');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect(page).toHaveURL(/\/dashboard\/nope\/below$/);
  }
});

test('B-460 who signs out at an unknown path is led to the sign-in', async ({ page }) => {
  await page.goto('/dashboard/nope');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth/);
});

test('B-461 the entry of the agency screens is named after what it opens for this account', async ({
  account,
  newContext,
  product,
}) => {
  await giveRole(product, account, 'agent');
  const page = await openAs(newContext, product, account);
  await page.goto('/dashboard');
  const more = page.locator('#sidebar').getByRole('navigation', { name: 'Bookings and agency' });
  await expect(more.getByRole('link', { name: 'Accessibility' })).toBeVisible();
  await expect(more.getByRole('link', { name: 'Agency' })).toHaveCount(0);
  await more.getByRole('link', { name: 'Accessibility' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Accessibility');
});

test('B-462 the list of sections of the agency details opens over the form', async ({
  newContext,
  product,
}) => {
  const page = await openAs(newContext, product, await makeOwner(product));
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/dashboard/agency');
  const field = page.locator('main form input').first();
  await expect(field).toBeVisible();
  const before = await field.boundingBox();
  await page.getByRole('button', { name: 'All sections' }).click();
  await expect(page.getByRole('link', { name: 'Colours' })).toBeVisible();
  expect(await field.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Colours' })).toBeHidden();
});
