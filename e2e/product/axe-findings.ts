import type { Page } from '@playwright/test';
import { runAxe } from '../audit/axe.ts';
import { present, themes } from '../audit/presentation.ts';

/**
 * What axe finds in the state that the page is in; of `part` alone when given. The themes take turns over the widths,
 * and a single width is seen in both: `npm run audit` sees every width in every theme.
 */
export async function axeFindings(page: Page, widths: number[], part?: string): Promise<string[]> {
  const found: string[] = [];
  // under a pointer that rests where the new layout put something, that something is in another state
  await page.mouse.move(0, 0);
  for (let look = 0; look < Math.max(widths.length, themes.length); look += 1) {
    const width = widths[look % widths.length] ?? 390;
    const theme = themes[look % themes.length] ?? 'light';
    await present(page, { width, theme, comfort: 'less motion' });
    const { violations } = await runAxe(page, part === undefined ? {} : { part });
    for (const { rule, targets, words } of violations)
      found.push(`${width} ${theme} ${rule} ${targets.join(' | ')}: ${words}`);
  }
  return found;
}
