// `npm run audit`: every combination of the matrix, looked at with axe, then the walks through other engines and the
// tests with their whole matrices; the results are what /accessibility shows. A part alone: `npm run audit -- matrix`,
// `-- engines`, `-- orca` (a screen reader), `-- tests`, `-- release` (makes one and tries it); `-- texts`: texts outside
// catalogues; `-- translated`: presses everything on pages that the browser translates. `-- matrix /contact`
// looks at one screen, and leaves the report as it is.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { launchOptions } from '../product/find-chromium.mjs';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct } from '../product/product.ts';
import { walkTexts } from '../texts/walk-texts.ts';
import { walkTranslated } from '../translated/walk-translated.ts';
import { walkEngines } from '../engines/walk-engines.ts';
import { walkOrca } from '../screen-reader/walk-orca.ts';
import { everyCombination, groupByState, type Group } from './combinations.ts';
import { examine, formatFaults, type Examined } from './examine.ts';
import { openScreens, type ScreenPart } from './open-screens.ts';
import { makeReport } from './report.ts';
import { runReleaseDrill, runWholeMatrix } from './run-whole-matrix.ts';

const reportFile = join(projectRoot, 'docs/accessibility/audit.json');
/** Pages that are looked at side by side. */
const lanes = 2;

async function examineScreens(browser: Browser, group: Group, { options, isPublic }: ScreenPart) {
  const context = await browser.newContext({ locale: 'en-CA', timezoneId: 'America/Toronto', ...options });
  try {
    return await examine(await context.newPage(), group, { enhanced: isPublic, measures: true });
  } finally {
    await context.close();
  }
}

/** A busy machine may be too late for a state: it is opened up to three times. */
async function examineWithRetry(...work: Parameters<typeof examineScreens>): Promise<Examined[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await examineScreens(...work);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

async function look(browser: Browser, part: ScreenPart): Promise<Examined[]> {
  const waiting = groupByState(everyCombination(part.screens));
  const looks: Examined[] = [];
  async function work(): Promise<void> {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const found = await examineWithRetry(browser, group, part);
      looks.push(...found);
      process.stdout.write(`${group.screen.path}, ${group.state.name}: ${found.length} looks\n`);
      for (const fault of formatFaults(found)) process.stdout.write(`  ${fault}\n`);
    }
  }
  await Promise.all(Array.from({ length: lanes }, work));
  return looks;
}

/** Of all screens, or of those at these paths: then nothing is reported. */
async function runMatrix(paths: readonly string[] = []): Promise<number> {
  const product = await startProduct();
  const browser = await chromium.launch(launchOptions());
  const looks: Examined[] = [];
  try {
    for await (const part of openScreens(product)) {
      const screens = part.screens.filter(({ path }) => paths.length === 0 || paths.includes(path));
      looks.push(...(await look(browser, { ...part, screens })));
    }
    if (looks.length === 0) throw new Error(`the matrix has no screen at ${paths.join(' ')}`);
    const report = makeReport(looks, browser.version());
    if (paths.length === 0) await writeFile(reportFile, `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(
      `${report.combinations} combinations, ${report.checksPassed} checks passed, ${report.violations.length} violations, ${report.undecided.length} undecided\n`,
    );
    return report.violations.length;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Each returns how many faults it found. */
const parts: Record<string, (paths?: readonly string[]) => Promise<number>> = {
  '': async () =>
    (await runMatrix()) +
    (await walkEngines()) +
    (await walkOrca()) +
    (await runWholeMatrix()) +
    (await runReleaseDrill()),
  matrix: runMatrix,
  engines: walkEngines,
  orca: walkOrca,
  texts: walkTexts,
  translated: walkTranslated,
  tests: runWholeMatrix,
  release: runReleaseDrill,
};

export async function runAudit(only: readonly string[]): Promise<void> {
  const [part = '', ...paths] = only;
  const work = parts[part];
  if (!work || (paths.length > 0 && part !== 'matrix' && part !== 'translated'))
    throw new Error(
      `there is no part ${only.join(' ')}; use: npm run audit [-- matrix [path…] | engines | orca | texts | translated [path…] | tests | release]`,
    );
  process.exitCode = (await work(paths)) > 0 ? 1 : 0;
}
