import type { Page } from '@playwright/test';

/**
 * Waits until a changed theme or width is on the screen, with the pointer at rest in a corner: a colour that is read
 * in the frame of the change, or under a pointer that the new layout moved, belongs to neither state.
 */
export async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
