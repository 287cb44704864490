import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import axe from 'axe-core';
import type { ScriptablePage } from './presentation.ts';

/** Sent to the page once per report, so minified: less than half the size of `axe.source`. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface AxeFinding {
  rule: string;
  /** selectors, one for each element */
  targets: string[];
  /** axe's description of the first one */
  words: string;
}

export interface AxeReport {
  violations: AxeFinding[];
  /** what axe could not decide */
  undecided: AxeFinding[];
  /** rules that applied to the page and held */
  passed: number;
}

export interface AxeScope {
  /** AAA contrast, which we promise for public pages */
  enhanced?: boolean;
  /** if set, only these rules run */
  rules?: readonly string[];
  /** omits the rules that depend on colours */
  withoutColours?: boolean;
  /** selector of the part to examine; default: the whole page */
  part?: string;
}

/**
 * Runs axe on the page in its present state, in Playwright's browser or another. It is injected into the page, which is
 * seven times faster than a builder that opens a page for every report. The page must not be moving (presentation.ts).
 */
export async function runAxe(
  page: ScriptablePage,
  { enhanced = false, withoutColours = false, rules, part }: AxeScope = {},
): Promise<AxeReport> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`(() => { ${axeSource} })()`);
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: [...rules] } : tags,
    rules: {
      'color-contrast': { enabled: !withoutColours },
      'link-in-text-block': { enabled: !withoutColours },
      // these are off unless they are named
      'target-size': { enabled: true },
      'color-contrast-enhanced': { enabled: enhanced && !withoutColours },
    },
    resultTypes: ['violations', 'incomplete'],
    preload: false,
  };
  const report = await page.evaluate(`(${runInPage})(${JSON.stringify({ part, options })})`);
  return report as AxeReport;
}

async function runInPage({ part, options }: { part?: string; options: axe.RunOptions }): Promise<AxeReport> {
  const { axe: engine } = window as unknown as { axe: typeof axe };
  const { violations, incomplete, passes } = await engine.run(part ?? document, options);
  const shorten = ({ id, nodes }: axe.Result) => ({
    rule: id,
    targets: nodes.map(({ target }) => target.join(' ')),
    words: `${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.slice(0, 260)}`,
  });
  return {
    violations: violations.map(shorten),
    undecided: incomplete.map(shorten),
    passed: passes.length,
  };
}

/** The rules whose results depend on colours. */
export function colourRuleIds(enhanced: boolean): string[] {
  return ['color-contrast', 'link-in-text-block', ...(enhanced ? ['color-contrast-enhanced'] : [])];
}

export const axeVersion = axe.version;
