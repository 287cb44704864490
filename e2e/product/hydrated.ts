import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** From the next document on, the page says in an attribute when React has taken it over. */
export function watchHydration(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    addEventListener('hydrated', () => (document.documentElement.dataset['test'] = 'hydrated'));
  });
}

export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-test', 'hydrated');
}

/** The pointer moves over the page. Where it lay there already, one move alone would be none. */
export async function movePointer(page: Page): Promise<void> {
  await page.mouse.move(3, 3);
  await page.mouse.move(5, 5);
}

/** Opens a page and touches it, so that React takes it over. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await watchHydration(page);
  await page.goto(path);
  await movePointer(page);
  await expectHydrated(page);
}
