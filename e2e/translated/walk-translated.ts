// `npm run audit -- translated`: walks every screen of the audit, translated by the browser, and presses everything.
// One part of six, in a few minutes: `-- translated 2/6`.
import type { Page, Request } from '@playwright/test';
import { auditedAccount } from '../audit/audited-accounts.ts';
import { selectStates, viewportOf, walkScreens, type ScreenState } from '../audit/walk-screens.ts';
import { startProduct, type Product } from '../product/product.ts';
import { pressEverything } from './press-everything.ts';
import { translatePages, type TranslationStart } from './translate-page.ts';

const crash = 'Something went wrong';

const writingFunction =
  /\/rpc\/(add|book|cancel|change|claim|clear|correct|delete|dismiss|erase|finish|give|join|make|mark|move|remove|require|restore|retry|return|revoke|save|set|undo)_/;

function isWrite(request: Request): boolean {
  const url = request.url();
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method())) return false;
  return url.includes('/rest/v1/rpc/') ? writingFunction.test(url) : /\/rest\/v1\/|\/team-links/.test(url);
}

/** Cuts the connection of an owner's changes: they could delete the data and close the agency that later states show. */
async function cutOwnersWrites(page: Page, product: Product): Promise<void> {
  const { session } = await auditedAccount(product, 'owner');
  const isOwner = await page.evaluate(
    (id) => Object.values(localStorage).some((kept) => String(kept).includes(id)),
    session.user.id,
  );
  if (!isOwner) return;
  await page.route('**/*', (route) => (isWrite(route.request()) ? route.abort() : route.fallback()));
}

/** Reports each fault with what was pressed before it; returns the number of presses. */
async function pressState(
  page: Page,
  product: Product,
  { path, state }: ScreenState,
  report: (fault: string) => void,
): Promise<number> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message.split('\n')[0] ?? ''));
  await state.open(page, path, product);
  await cutOwnersWrites(page, product);
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
        presses += await pressState(await context.newPage(), product, one, (fault) => faults.add(fault));
      }
    },
  });
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(
    `${states} states, ${presses} presses on translated pages, ${faults.size} faults, ${unopened} states did not open\n`,
  );
  return faults.size + unopened;
}
