import { test, type Page } from '@playwright/test';
import { runAxe } from '../audit/axe.ts';
import { showInPresentation, themes } from '../audit/presentation.ts';
import { isWholeMatrix } from '@fairlead/backend/testing/target';

/**
 * What axe finds in the page's present state, or in `part`. Themes alternate over the widths, and a single width is
 * examined in both. `npm test` takes one of these looks, always the same for a test; `npm run audit -- tests` takes
 * all.
 */
export async function findAxeProblems(page: Page, widths: number[], part?: string): Promise<string[]> {
  const found: string[] = [];
  // an element under the resting pointer would be in its hover state
  await page.mouse.move(0, 0);
  const looks = Array.from({ length: Math.max(widths.length, themes.length) }, (_, look) => ({
    width: widths[look % widths.length] ?? 390,
    theme: themes[look % themes.length] ?? 'light',
  }));
  const before = page.viewportSize();
  const sample = test.info().title.length % looks.length;
  for (const { width, theme } of isWholeMatrix ? looks : looks.slice(sample, sample + 1)) {
    await showInPresentation(page, { width, theme, comfort: 'less motion' });
    const { violations } = await runAxe(page, part === undefined ? {} : { part });
    for (const { rule, targets, words } of violations)
      found.push(`${width} ${theme} ${rule} ${targets.join(' | ')}: ${words}`);
  }
  // the rest of the test needs the width with which it began
  if (before) await page.setViewportSize(before);
  return found;
}
