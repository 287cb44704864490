import type { Page } from '@playwright/test';

/**
 * Gives the page a new size in CSS px, and comes back when the page lies in it. The command alone only asks for the
 * size: on a busy machine the page may still be laid out for the old one.
 */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
}
