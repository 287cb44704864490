import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { expectHydrated, watchHydration } from './hydrated.ts';
import { publicPaths } from './public-paths.ts';

/** Everything axe knows of WCAG 2.2 AA and good practice, and two rules that it leaves off by itself. */
async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .options({ rules: { 'target-size': { enabled: true }, 'color-contrast-enhanced': { enabled: true } } })
    .analyze();
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 140)} ${failureSummary?.slice(0, 220)}`).join('\n')}`,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`A-1 A-2 axe finds nothing on any public page, ${colorScheme}, ${width} px`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      for (const path of publicPaths) {
        await page.goto(path);
        expect(await violations(page), path).toEqual([]);
      }
    });

    test(`A-1 axe finds nothing in the dialog with errors and a toast, ${colorScheme}, ${width} px`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await watchHydration(page);
      await page.goto('/services/accessibility-audit');
      await page.locator('.closing').getByRole('button').click();
      await expectHydrated(page);
      await page.locator('dialog#proposal').getByRole('button', { name: 'Send request' }).click();
      await expect(page.locator('.toast')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }

  test(`A-1 axe finds nothing in the open drawer, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/');
    await page.locator('.menu-button').click();
    await expect(page.locator('dialog#menu')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
