// `npm run audit -- translated`: walks every screen of the audit, translated by the browser, and presses everything.
// One part of six, in a few minutes: `-- translated 2/6`.
import type { Page } from '@playwright/test';
import { selectStates, viewportOf, walkScreens, type ScreenState } from '../audit/walk-screens.ts';
import { startProduct } from '../product/product.ts';
import { pressEverything } from './press-everything.ts';
import { translatePages, type TranslationStart } from './translate-page.ts';

const crash = 'Something went wrong';

/** Reports each fault with what was pressed before it; returns the number of presses. */
async function pressState(
  page: Page,
  { path, state }: ScreenState,
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
    for (const fault of faults.splice(0)) report(`${path}, ${state.name}, ${last}: ${fault}`);
  }
  await check();
  for await (const name of pressEverything(page)) {
    last = name;
    presses += 1;
    await check();
  }
  return presses;
}

/** For all screens, those at these paths, or a part; returns the number of faults. */
export async function walkTranslated(args: readonly string[] = []): Promise<number> {
  await using product = await startProduct();
  const faults = new Set<string>();
  let states = 0;
  let presses = 0;
  const unopened = await walkScreens({
    product,
    choose: selectStates(args),
    async visit(one, openContext, { isSignedIn }) {
      states += 1;
      const begins: TranslationStart[] = isSignedIn ? ['hydrated'] : ['hydrated', 'DOMContentLoaded'];
      for (const begin of begins) {
        const context = await openContext({ viewport: viewportOf(one.state) });
        await translatePages(context, begin);
        presses += await pressState(await context.newPage(), one, (fault) => faults.add(fault));
      }
    },
  });
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(
    `${states} states, ${presses} presses on translated pages, ${faults.size} faults, ${unopened} states did not open\n`,
  );
  return faults.size + unopened;
}
