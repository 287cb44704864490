// `npm run audit -- translated`: every screen of the audit, translated by the browser; everything is pressed.
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { Screen, State } from '../audit/combinations.ts';
import { openScreens } from '../audit/open-screens.ts';
import { launchOptions } from '../product/find-chromium.mjs';
import { startProduct } from '../product/product.ts';
import { pressEverything } from './press-everything.ts';
import { translatePages, type Begin } from './translate-page.ts';

interface Walk {
  browser: Browser;
  options: BrowserContextOptions;
  begin: Begin;
  /** what was pressed on which screen, and what it led to */
  faults: Set<string>;
  presses: number;
}

const crash = 'Something went wrong';

async function pressState(walk: Walk, page: Page, { path }: Screen, state: State): Promise<void> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message.split('\n')[0] ?? ''));
  await state.open(page, path);
  let last = 'opened';
  async function check(): Promise<void> {
    if ((await page.getByRole('heading', { name: crash }).count()) > 0) faults.push(crash);
    for (const fault of faults.splice(0)) walk.faults.add(`${path}, ${state.name}, ${last}: ${fault}`);
  }
  if (state.name !== 'broken') await check();
  for await (const name of pressEverything(page)) {
    last = name;
    walk.presses += 1;
    if (state.name !== 'broken') await check();
  }
}

async function walkScreens(walk: Walk, screens: readonly Screen[]): Promise<void> {
  for (const screen of screens)
    for (const state of screen.states) {
      const context = await walk.browser.newContext({
        locale: 'en-CA',
        timezoneId: 'America/Toronto',
        viewport: { width: state.at?.(1280) === false ? 390 : 1280, height: 800 },
        ...walk.options,
      });
      context.setDefaultTimeout(20_000);
      await translatePages(context, walk.begin);
      try {
        await pressState(walk, await context.newPage(), screen, state);
        process.stdout.write('.');
      } catch (error) {
        walk.faults.add(`${screen.path}, ${state.name}: ${(error as Error).message.split('\n')[0]}`);
      } finally {
        await context.close();
      }
    }
}

/** Of all screens, or of those at these paths; returns the number of faults. */
export async function walkTranslated(paths: readonly string[] = []): Promise<number> {
  const product = await startProduct();
  const browser = await chromium.launch(launchOptions());
  const faults = new Set<string>();
  let presses = 0;
  try {
    for await (const { screens, options, isSignedIn } of openScreens(product)) {
      const chosen = screens.filter(({ path }) => paths.length === 0 || paths.includes(path));
      for (const begin of isSignedIn
        ? (['hydrated'] as const)
        : (['hydrated', 'DOMContentLoaded'] as const)) {
        const walk: Walk = { browser, begin, faults, presses: 0, options };
        await walkScreens(walk, chosen);
        presses += walk.presses;
      }
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  for (const fault of faults) process.stdout.write(`\n${fault}`);
  process.stdout.write(`\n${presses} presses on translated pages, ${faults.size} faults\n`);
  return faults.size;
}
