// `npm run audit -- translated`: every screen of the audit, translated by the browser; everything is pressed.
import { chromium, type Page } from '@playwright/test';
import type { State } from '../audit/combinations.ts';
import { openScreens } from '../audit/open-screens.ts';
import { walkStates } from '../audit/walk-states.ts';
import { launchOptions } from '../product/find-chromium.mjs';
import { startProduct } from '../product/product.ts';
import { pressEverything } from './press-everything.ts';
import { translatePages, type Begin } from './translate-page.ts';

const crash = 'Something went wrong';

/** Reports each fault with what was pressed before it; returns the number of presses. */
async function pressState(
  page: Page,
  path: string,
  state: State,
  report: (fault: string) => void,
): Promise<number> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message.split('\n')[0] ?? ''));
  await state.open(page, path);
  let last = 'opened';
  let presses = 0;
  async function check(): Promise<void> {
    if (state.name === 'broken') return;
    if ((await page.getByRole('heading', { name: crash }).count()) > 0) faults.push(crash);
    for (const fault of faults.splice(0)) report(`${last}: ${fault}`);
  }
  await check();
  for await (const name of pressEverything(page)) {
    last = name;
    presses += 1;
    await check();
  }
  return presses;
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
      const begins: Begin[] = isSignedIn ? ['hydrated'] : ['hydrated', 'DOMContentLoaded'];
      for (const begin of begins)
        await walkStates(
          {
            browser,
            options,
            prepare: (context) => translatePages(context, begin),
            async visit(page, path, state, name) {
              presses += await pressState(page, path, state, (fault) => faults.add(`${name}, ${fault}`));
            },
            failed: (reason) => faults.add(reason),
          },
          chosen,
        );
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  for (const fault of faults) process.stdout.write(`\n${fault}`);
  process.stdout.write(`\n${presses} presses on translated pages, ${faults.size} faults\n`);
  return faults.size;
}
