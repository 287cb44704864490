import { test as visitorTest } from '../product/fixture.ts';
import { expect, test } from '../product/staff.ts';

test('P-97 B-460 an unknown path of the dashboard is a 404 inside the dashboard, and logged; Sign Out leads from it to the sign-in', async ({
  page,
}) => {
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
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth/);
});

visitorTest(
  'P-97 B-460 a visitor without a session gets the 404 of the dashboard, not the sign-in',
  async ({ page }) => {
    await page.goto('/dashboard/nope/below');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect(page).toHaveURL(/\/dashboard\/nope\/below$/);
  },
);
