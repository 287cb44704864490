import type { Page } from '@playwright/test';

/**
 * Sets the size of the page in CSS px, and resolves once the page has it. The command only requests the size: on a busy
 * machine the page may still have the old layout afterwards.
 */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
}
