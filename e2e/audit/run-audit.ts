// `npm run audit`: every combination of the matrix, looked at with axe, then the walks through other engines and the
// tests with their whole matrices; the results are what /accessibility shows. A part alone: `npm run audit -- matrix`,
// `-- engines`, `-- orca` (a screen reader), `-- tests`; and `-- texts`: texts outside catalogues.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';
import { launchOptions } from '../product/find-chromium.mjs';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct, type Product } from '../product/product.ts';
import { walkTexts } from '../texts/walk-texts.ts';
import { walkEngines } from '../engines/walk-engines.ts';
import { walkOrca } from '../screen-reader/walk-orca.ts';
import { signUpAccount, storedSession } from '../product/staff.ts';
import { authScreens } from './auth-screens.ts';
import { everyCombination, groupByState, type Group, type Screen } from './combinations.ts';
import { conversationScreens } from './conversation-screens.ts';
import { examine, formatFaults, type Examined } from './examine.ts';
import { emptyScreens, publicScreens, unpublishAll } from './public-screens.ts';
import { makeReport } from './report.ts';
import { runWholeMatrix } from './run-whole-matrix.ts';
import { staffScreens } from './staff-screens.ts';

const reportFile = join(projectRoot, 'docs/accessibility/audit.json');
/** Pages that are looked at side by side. */
const lanes = 2;

interface Part {
  screens: readonly Screen[];
  /** public pages promise AAA contrast */
  enhanced: boolean;
  asStaff?: boolean;
}

async function examineScreens(browser: Browser, options: BrowserContextOptions, group: Group, part: Part) {
  const context = await browser.newContext({ locale: 'en-CA', timezoneId: 'America/Toronto', ...options });
  try {
    return await examine(await context.newPage(), group, { enhanced: part.enhanced, measures: true });
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

async function look(browser: Browser, product: Product, part: Part): Promise<Examined[]> {
  const options = {
    baseURL: product.url,
    ...(part.asStaff ? { storageState: storedSession(product, await signUpAccount(product)) } : {}),
  };
  const waiting = groupByState(everyCombination(part.screens));
  const looks: Examined[] = [];
  async function work(): Promise<void> {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const found = await examineWithRetry(browser, options, group, part);
      looks.push(...found);
      process.stdout.write(`${group.screen.path}, ${group.state.name}: ${found.length} looks\n`);
      for (const fault of formatFaults(found)) process.stdout.write(`  ${fault}\n`);
    }
  }
  await Promise.all(Array.from({ length: lanes }, work));
  return looks;
}

async function runMatrix(): Promise<number> {
  const product = await startProduct();
  const browser = await chromium.launch(launchOptions());
  const looks: Examined[] = [];
  try {
    looks.push(...(await look(browser, product, { screens: publicScreens, enhanced: true })));
    const conversations = await conversationScreens(product);
    looks.push(...(await look(browser, product, { screens: conversations, enhanced: true })));
    looks.push(...(await look(browser, product, { screens: authScreens, enhanced: false })));
    looks.push(...(await look(browser, product, { screens: staffScreens, enhanced: false, asStaff: true })));
    await unpublishAll(product);
    looks.push(...(await look(browser, product, { screens: emptyScreens, enhanced: true })));
    const report = makeReport(looks, browser.version());
    await writeFile(reportFile, `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(
      `${report.combinations} combinations, ${report.checksPassed} checks passed, ${report.violations.length} violations, ${report.undecided.length} undecided → ${reportFile}\n`,
    );
    return report.violations.length;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Each returns how many faults it found. */
const parts: Record<string, () => Promise<number>> = {
  '': async () => (await runMatrix()) + (await walkEngines()) + (await walkOrca()) + (await runWholeMatrix()),
  matrix: runMatrix,
  engines: walkEngines,
  orca: walkOrca,
  texts: walkTexts,
  tests: runWholeMatrix,
};

export async function runAudit(only: readonly string[]): Promise<void> {
  const [part, ...rest] = only;
  const work = parts[part ?? ''];
  if (!work || rest.length > 0)
    throw new Error(
      `there is no part ${only.join(' ')}; use: npm run audit [-- matrix | engines | orca | texts | tests]`,
    );
  process.exitCode = (await work()) > 0 ? 1 : 0;
}
