import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';

test('a screenshot opens large before any script, steps, and closes on Escape', async ({
  newContext,
  product,
}) => {
  const context = await newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/apps/ringcheck');
  await page.getByRole('button', { name: /^Enlarge screenshot 1: The order map/ }).click();
  const first = page.getByRole('dialog', { name: 'Screenshot 1 of 3' });
  await expect(first.getByRole('img')).toHaveAttribute('alt', /^The order map/);
  await first.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog', { name: 'Screenshot 2 of 3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('A-10 A-26 A-28 with the keyboard alone, a visitor opens a screenshot, goes on by buttons and arrows, and returns to the picture seen last', async ({
  page,
}) => {
  await openHydrated(page, '/apps/ringcheck');
  await page.getByRole('button', { name: /^Enlarge screenshot 1/ }).focus();
  await page.keyboard.press('Enter');
  const shown = page.locator('dialog[open]');
  await expect(shown).toHaveAccessibleName('Screenshot 1 of 3');
  await expect(shown.getByRole('button', { name: 'Previous' })).toHaveCount(0);
  await shown.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(shown).toHaveCount(1);
  await expect(shown).toHaveAccessibleName('Screenshot 2 of 3');
  await expect(shown.getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(shown).toHaveAccessibleName('Screenshot 3 of 3');
  await expect(shown.getByRole('button', { name: 'Next' })).toHaveCount(0);
  await expect(shown.getByRole('button', { name: 'Previous' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(shown).toHaveAccessibleName('Screenshot 2 of 3');
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Enlarge screenshot 2/ })).toBeFocused();
});

test('a large picture fits the screen, and on a phone it is larger than the screen and can be moved @audit', async ({
  page,
}) => {
  await page.goto('/apps/ringcheck');
  for (const [width, height, isMoved] of [
    [1440, 900, false],
    [768, 900, false],
    [390, 844, true],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: /^Enlarge screenshot 2/ }).click();
    const dialog = page.locator('dialog[open]');
    const image = dialog.getByRole('img');
    await expect
      .poll(() => image.evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0))
      .toBe(true);
    const large = dialog.getByRole('region', { name: 'Screenshot' });
    const [visibleWidth, full] = await large.evaluate((box) => [box.clientWidth, box.scrollWidth]);
    expect((full ?? 0) > (visibleWidth ?? 0), `at ${width}`).toBe(isMoved);
    // polled, because the dialog moves into its place
    await expect
      .poll(async () => {
        const box = await dialog.boundingBox();
        return box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height;
      })
      .toBe(true);
    await expect(dialog.getByRole('button', { name: 'Next' })).toBeInViewport();
    await page.keyboard.press('Escape');
  }
});
