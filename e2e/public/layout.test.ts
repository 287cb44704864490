import { expect, test } from '../product/fixture.ts';

test('A-22 with doubled text on a phone the number to call has two lines at most', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const call = page
    .locator('main')
    .getByRole('link', { name: /^Call / })
    .first();
  // two lines of 2.25rem × 1.25
  expect((await call.boundingBox())?.height).toBeLessThan(3 * 45);
});
