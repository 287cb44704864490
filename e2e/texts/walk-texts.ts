// `npm run audit -- texts`: every screen of the audit in a pseudo-locale; reports each text that is in no catalogue.
import { chromium, type BrowserContext } from '@playwright/test';
import { openScreens } from '../audit/open-screens.ts';
import { walkStates } from '../audit/walk-states.ts';
import { launchOptions } from '../product/find-chromium.mjs';
import { collectKnownTexts, type KnownTexts } from './known-texts.ts';
import { causeMails, readMails } from './read-mails.ts';
import { marks, startPseudoLocale } from './start-pseudo-locale.ts';
import { watchTexts } from './watch-texts.ts';

/** Each stray text, with the states that show it. */
type Strays = Map<string, Set<string>>;

/** The number of texts outside catalogues and of states that did not open. */
export async function walkTexts(): Promise<number> {
  const product = await startPseudoLocale();
  const browser = await chromium.launch(launchOptions());
  const known = collectKnownTexts();
  const strays: Strays = new Map();
  const unopened: string[] = [];
  async function watch(context: BrowserContext, name: string): Promise<void> {
    known.watch(context);
    await watchTexts(context, marks, (text) => {
      strays.set(text, (strays.get(text) ?? new Set()).add(name));
    });
  }
  try {
    await causeMails(product);
    for await (const { screens, options } of openScreens(product))
      await walkStates(
        {
          browser,
          options,
          prepare: watch,
          visit: (page, path, state) => state.open(page, path),
          failed: (reason) => unopened.push(reason),
        },
        screens,
      );
    await known.addDatabase(product);
    const mails = await readMails(product, (text, where) => strays.set(text, new Set([where])));
    return report(strays, known, unopened, mails);
  } finally {
    await browser.close();
    await product.stop();
  }
}

function report(strays: Strays, known: KnownTexts, unopened: readonly string[], mails: number): number {
  const outside = [...strays].filter(([text]) => !known.has(text));
  process.stdout.write('\n');
  for (const [text, states] of outside) {
    const [first, ...others] = states;
    process.stdout.write(`${text}\n    ${first}${others.length > 0 ? ` and ${others.length} more` : ''}\n`);
  }
  for (const state of unopened) process.stdout.write(`did not open: ${state}\n`);
  process.stdout.write(
    `${outside.length} texts outside catalogues, ${unopened.length} states did not open, ${mails} mails read\n`,
  );
  return outside.length + unopened.length;
}
