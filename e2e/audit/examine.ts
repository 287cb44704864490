import type { Page } from '@playwright/test';
import { runAxe, type Finding } from './axe.ts';
import type { Group } from './combinations.ts';
import { lookThrough, present, type Presentation } from './presentation.ts';

/** What one look at a page found. */
export interface Examined extends Presentation {
  path: string;
  state: string;
  faults: string[];
  undecided: Finding[];
  passed: number;
}

/** Opens a screen in one state, and looks at it in every way asked for: axe, and whether it scrolls sideways. */
export async function examine(page: Page, group: Group, scope: { enhanced: boolean }): Promise<Examined[]> {
  const { screen, state, presentations } = group;
  const looks: Examined[] = [];
  for (const presentation of presentations) {
    const { width, comfort } = presentation;
    if (looks.length === 0) {
      await lookThrough(page, presentation);
      await state.open(page, screen.path);
    }
    await present(page, presentation);
    const { violations, undecided, passed } = await runAxe(page, {
      ...scope,
      forcedColours: comfort === 'forced colours',
    });
    const faults = violations.map(({ rule, targets, words }) => `${rule} (${targets.length}): ${words}`);
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    if (needed > width) faults.push(`reflow: ${needed} px wide`);
    looks.push({ ...presentation, path: screen.path, state: state.name, faults, undecided, passed });
  }
  return looks;
}

/** The faults of some looks, one line each. */
export function tellFaults(looks: readonly Examined[]): string[] {
  return looks.flatMap(({ path, state, width, theme, comfort, faults }) =>
    faults.map((fault) => `${path}, ${state}, ${width} px, ${theme}, ${comfort}: ${fault}`),
  );
}
