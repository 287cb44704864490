import type { Locator, Page } from '@playwright/test';

/** What stands in a screen in place of something that has not come yet. */
export function loadingLines(page: Page): Locator {
  return page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: /(?:…|\.\.\.)\P{L}*$/u });
}
