import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** In later documents, an attribute shows when React has hydrated the page. */
export function markHydration(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    addEventListener('hydrated', () => (document.documentElement.dataset['test'] = 'hydrated'));
  });
}

export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-test', 'hydrated');
}

/** Moves the pointer over the page, twice, because a move to its present position would have no effect. */
export async function movePointer(page: Page): Promise<void> {
  await page.mouse.move(3, 3);
  await page.mouse.move(5, 5);
}

/** Opens a page and moves the pointer, so that React hydrates it. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await markHydration(page);
  await page.goto(path);
  await movePointer(page);
  await expectHydrated(page);
}
