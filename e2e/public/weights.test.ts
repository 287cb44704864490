import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { expectHydrated, movePointer, markHydration } from '../product/hydrated.ts';

// A kilobyte is 1,000 bytes here.
const maxLazyBytes = 30_000;

/** Returns a function that returns the compressed bytes of scripts received so far. */
function measureScripts(page: Page): () => number {
  let bytes = 0;
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      bytes += Number(response.headers()['content-length']);
  });
  return () => bytes;
}

test('the validation of forms is loaded on the first input, and is small', async ({ page }) => {
  await markHydration(page);
  await page.goto('/contact');
  await movePointer(page);
  await expectHydrated(page);
  const scripts = measureScripts(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.locator('[data-form-summary]')).toBeFocused();
  await expect(page.locator('.toast')).toContainText('Name must be at least 2 characters');
  expect(scripts()).toBeGreaterThan(0);
  expect(scripts()).toBeLessThanOrEqual(maxLazyBytes);
});
