import { expect, sessionKey, test } from './staff.ts';

test('P-92 a failed sign-out says so and offers this device; no toast outlives the session', async ({
  page,
  product,
}) => {
  await page.route(/\/auth\/v1\/logout/, (route) => route.abort());
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const toast = page.locator('.toast[data-variant="destructive"]');
  await expect(toast).toContainText('Error');
  await expect(toast).toContainText('Failed to sign out');
  await expect(page).toHaveURL(/\/dashboard$/);
  // told where no work is in its way, and to nobody else: a second one is gone with the session
  const box = await toast.boundingBox();
  expect(box?.y).toBeLessThan(64);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(toast).toHaveCount(2);
  await toast.last().getByRole('button', { name: 'Sign out on this device' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey(product))).toBeNull();
});
