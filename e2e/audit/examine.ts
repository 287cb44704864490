import type { Page } from '@playwright/test';
import type { Product } from '../product/product.ts';
import { colourRuleIds, runAxe, type AxeFinding } from './axe.ts';
import { fingerprint } from './fingerprint.ts';
import { measureContrast } from './measure-contrast.ts';
import { emulatePresentation, showInPresentation, type Presentation } from './presentation.ts';
import type { ScreenState } from './walk-screens.ts';

/** The result of one look at a page. */
export interface ExaminationResult extends Presentation {
  path: string;
  state: string;
  faults: string[];
  undecided: AxeFinding[];
  passed: number;
}

export interface ExaminationScope {
  /** AAA contrast */
  enhanced: boolean;
  /** measures the contrast that axe could not decide, which is exact but slow */
  measures?: boolean;
}

type Report = Pick<ExaminationResult, 'faults' | 'undecided' | 'passed'>;

/**
 * Opens a screen in one state and examines it in each requested presentation: with axe, and for horizontal scrolling.
 */
export async function examineState(
  page: Page,
  product: Product,
  { path, state }: ScreenState,
  presentations: readonly Presentation[],
  scope: ExaminationScope,
): Promise<ExaminationResult[]> {
  const looks: ExaminationResult[] = [];
  const reports = new Map<string, Report>();
  for (const presentation of presentations) {
    if (looks.length === 0) {
      await emulatePresentation(page, presentation);
      await state.open(page, path, product);
    }
    await showInPresentation(page, presentation);
    const { layout, colours } = await fingerprint(page);
    const parts = [await once(reports, layout, () => examineLayout(page, presentation.width))];
    // with forced colours the visitor's colours are used, but axe would read those of the page
    if (presentation.comfort !== 'forced colours')
      parts.push(await once(reports, `${layout} ${colours}`, () => examineColours(page, scope)));
    looks.push({
      ...presentation,
      path,
      state: state.name,
      faults: parts.flatMap(({ faults }) => faults),
      undecided: parts.flatMap(({ undecided }) => undecided),
      passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    });
  }
  return looks;
}

/** Reads an equal page only once, and reuses its report. */
async function once(reports: Map<string, Report>, key: string, read: () => Promise<Report>): Promise<Report> {
  const report = reports.get(key) ?? (await read());
  reports.set(key, report);
  return report;
}

async function examineLayout(page: Page, width: number): Promise<Report> {
  const { violations, undecided, passed } = await runAxe(page, { withoutColours: true });
  const faults = violations.map(formatFinding);
  const needed = await page.evaluate(() => document.documentElement.scrollWidth);
  if (needed > width) faults.push(`reflow: ${needed} px wide`);
  return { faults, undecided, passed };
}

async function examineColours(page: Page, { enhanced, measures }: ExaminationScope): Promise<Report> {
  const { violations, undecided, passed } = await runAxe(page, { enhanced, rules: colourRuleIds(enhanced) });
  const faults = violations.map(formatFinding);
  const open = measures ? await settle(page, undecided, enhanced, faults) : undecided;
  return { faults, undecided: open, passed };
}

function formatFinding({ rule, targets, words }: AxeFinding): string {
  return `${rule} (${targets.length}): ${words}`;
}

/** Decides about contrast from a screenshot: adds what is too weak to the faults, and resolves what was undecided. */
async function settle(
  page: Page,
  undecided: readonly AxeFinding[],
  enhanced: boolean,
  faults: string[],
): Promise<AxeFinding[]> {
  const isContrast = ({ rule }: AxeFinding) => rule.startsWith('color-contrast');
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

/** The faults of several looks, one per line. */
export function formatFaults(looks: readonly ExaminationResult[]): string[] {
  return looks.flatMap(({ path, state, width, theme, comfort, faults }) =>
    faults.map((fault) => `${path}, ${state}, ${width} px, ${theme}, ${comfort}: ${fault}`),
  );
}
