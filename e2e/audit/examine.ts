import type { Page } from '@playwright/test';
import { runAxe, type Finding } from './axe.ts';
import type { Group } from './combinations.ts';
import { measureContrast } from './measure-contrast.ts';
import { lookThrough, present, type Presentation } from './presentation.ts';

/** What one look at a page found. */
export interface Examined extends Presentation {
  path: string;
  state: string;
  faults: string[];
  undecided: Finding[];
  passed: number;
}

export interface Scope {
  /** AAA contrast */
  enhanced: boolean;
  /** measures the contrast that axe could not decide: exact, and slow */
  measures?: boolean;
}

/** Opens a screen in one state, and looks at it in every way asked for: axe, and whether it scrolls sideways. */
export async function examine(page: Page, group: Group, scope: Scope): Promise<Examined[]> {
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
      enhanced: scope.enhanced,
      forcedColours: comfort === 'forced colours',
    });
    const faults = violations.map(({ rule, targets, words }) => `${rule} (${targets.length}): ${words}`);
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    if (needed > width) faults.push(`reflow: ${needed} px wide`);
    const open = scope.measures ? await settle(page, undecided, scope.enhanced, faults) : undecided;
    looks.push({ ...presentation, path: screen.path, state: state.name, faults, undecided: open, passed });
  }
  return looks;
}

/** Decides about contrast by the picture: adds what is too weak to the faults, answers what is still open. */
async function settle(
  page: Page,
  undecided: readonly Finding[],
  enhanced: boolean,
  faults: string[],
): Promise<Finding[]> {
  const isContrast = ({ rule }: Finding) => rule.startsWith('color-contrast');
  const texts = [...new Set(undecided.filter(isContrast).flatMap(({ targets }) => targets))];
  if (texts.length === 0) return [...undecided];
  const measured = await measureContrast(page, texts, enhanced ? 'AAA' : 'AA');
  faults.push(...measured.faults);
  const open = undecided.map((finding) => {
    const targets = finding.targets.filter((target) => measured.undecided.includes(target));
    return isContrast(finding) ? { ...finding, targets } : finding;
  });
  return open.filter(({ targets }) => targets.length > 0);
}

/** The faults of some looks, one line each. */
export function formatFaults(looks: readonly Examined[]): string[] {
  return looks.flatMap(({ path, state, width, theme, comfort, faults }) =>
    faults.map((fault) => `${path}, ${state}, ${width} px, ${theme}, ${comfort}: ${fault}`),
  );
}
