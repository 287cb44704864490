import { test, type Page } from '@playwright/test';
import { runAxe } from '../audit/axe.ts';
import { present, themes } from '../audit/presentation.ts';
import { isWholeMatrix } from '@fairlead/backend/testing/target';

/**
 * What axe finds in the state that the page is in; of `part` alone when given. The themes take turns over the widths,
 * and a single width is seen in both. `npm test` takes one of these looks, always the same one in a test;
 * `npm run audit -- tests` takes all.
 */
export async function axeFindings(page: Page, widths: number[], part?: string): Promise<string[]> {
  const found: string[] = [];
  // under a pointer that rests where the new layout put something, that something is in another state
  await page.mouse.move(0, 0);
  const looks = Array.from({ length: Math.max(widths.length, themes.length) }, (_, look) => ({
    width: widths[look % widths.length] ?? 390,
    theme: themes[look % themes.length] ?? 'light',
  }));
  const before = page.viewportSize();
  const sample = test.info().title.length % looks.length;
  for (const { width, theme } of isWholeMatrix ? looks : looks.slice(sample, sample + 1)) {
    await present(page, { width, theme, comfort: 'less motion' });
    const { violations } = await runAxe(page, part === undefined ? {} : { part });
    for (const { rule, targets, words } of violations)
      found.push(`${width} ${theme} ${rule} ${targets.join(' | ')}: ${words}`);
  }
  // what follows in the test is about the width it began with
  if (before) await page.setViewportSize(before);
  return found;
}
