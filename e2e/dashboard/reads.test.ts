import { expect, test } from '../product/staff.ts';

const categories = /\/rest\/v1\/categories\?/;

test('P-176 G-6 data of a screen is kept for five minutes after it is left, and stays visible if reading it again fails @audit', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/dashboard/categories');
  const names = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(names.first()).toBeVisible();
  const shown = await names.count();
  const leave = () => page.getByRole('link', { name: 'Settings', exact: true }).click();
  const back = () => page.getByRole('link', { name: 'Categories', exact: true }).click();

  await page.route(categories, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await leave();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.clock.fastForward('04:50');
  await back();
  await expect(names).toHaveCount(shown);
  const alert = page.getByRole('alert').filter({ hasText: "We couldn't load this list." });
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(alert).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(names).toHaveCount(shown);

  await leave();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.clock.fastForward('05:10');
  await back();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories Management' })).toBeVisible();
  await expect(page.getByText('Loading categories...')).toBeVisible();
  await expect(names).toHaveCount(0);
});
