import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resize } from './resize.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * A colour that is read in the frame of a change, or under a pointer that the new layout moved, belongs to neither
 * state: the pointer rests in a corner, and the changed theme and width are on the screen.
 */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** What axe finds in the state that the page is in, at each width and in both themes; of `part` alone when given. */
export async function axeFindings(page: Page, widths: number[], part?: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await resize(page, width, 900);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      const axe = new AxeBuilder({ page }).withTags(tags);
      if (part) axe.include(part);
      const { violations } = await axe.options({ rules: { 'target-size': { enabled: true } } }).analyze();
      for (const { id, nodes } of violations) {
        const where = nodes.map(({ html }) => html.slice(0, 160)).join(' | ');
        found.push(`${width} ${colorScheme} ${id}: ${where}`);
      }
    }
  }
  return found;
}
