import type { Page } from '@playwright/test';
import { runAxe } from '../audit/axe.ts';
import { present, themes } from '../audit/presentation.ts';

/** What axe finds in the state that the page is in, at each width and in both themes; of `part` alone when given. */
export async function axeFindings(page: Page, widths: number[], part?: string): Promise<string[]> {
  const found: string[] = [];
  // under a pointer that rests where the new layout put something, that something is in another state
  await page.mouse.move(0, 0);
  for (const width of widths) {
    for (const theme of themes) {
      await present(page, { width, theme, comfort: 'less motion' });
      const { violations } = await runAxe(page, part === undefined ? {} : { part });
      for (const { rule, targets, words } of violations)
        found.push(`${width} ${theme} ${rule} ${targets.join(' | ')}: ${words}`);
    }
  }
  return found;
}
