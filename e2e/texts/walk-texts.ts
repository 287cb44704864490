// `npm run audit -- texts`: every screen of the audit in a pseudo-locale; reports each text that is in no catalogue.
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';
import type { Screen, State } from '../audit/combinations.ts';
import { openScreens } from '../audit/open-screens.ts';
import { launchOptions } from '../product/find-chromium.mjs';
import { collectKnownTexts, type KnownTexts } from './known-texts.ts';
import { causeMails, readMails } from './read-mails.ts';
import { marks, startPseudoLocale } from './start-pseudo-locale.ts';
import { watchTexts } from './watch-texts.ts';

const widths = [1280, 390];

/** Each stray text, with the states that show it. */
type Strays = Map<string, Set<string>>;

interface Walk {
  browser: Browser;
  options: BrowserContextOptions;
  known: KnownTexts;
  strays: Strays;
  /** States that did not open. */
  unopened: string[];
}

async function openState(walk: Walk, { path }: Screen, state: State): Promise<void> {
  const name = `${path}, ${state.name}`;
  const width = widths.find((one) => state.at?.(one) ?? true) ?? 1280;
  const context = await walk.browser.newContext({
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    viewport: { width, height: 800 },
    ...walk.options,
  });
  context.setDefaultTimeout(20_000);
  walk.known.watch(context);
  await watchTexts(context, marks, (text) => {
    walk.strays.set(text, (walk.strays.get(text) ?? new Set()).add(name));
  });
  try {
    await state.open(await context.newPage(), path);
  } catch (error) {
    walk.unopened.push(`${name}: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await context.close();
  }
}

async function walkScreens(walk: Walk, screens: readonly Screen[]): Promise<void> {
  for (const screen of screens)
    for (const state of screen.states) {
      await openState(walk, screen, state);
      process.stdout.write('.');
    }
}

/** The number of texts outside catalogues and of states that did not open. */
export async function walkTexts(): Promise<number> {
  const product = await startPseudoLocale();
  const browser = await chromium.launch(launchOptions());
  const walk: Omit<Walk, 'options'> = {
    browser,
    known: collectKnownTexts(),
    strays: new Map(),
    unopened: [],
  };
  try {
    await causeMails(product);
    for await (const { screens, options } of openScreens(product))
      await walkScreens({ ...walk, options }, screens);
    await walk.known.addDatabase(product);
    const mails = await readMails(product, (text, where) => walk.strays.set(text, new Set([where])));
    return report(walk, mails);
  } finally {
    await browser.close();
    await product.stop();
  }
}

function report({ strays, known, unopened }: Omit<Walk, 'options'>, mails: number): number {
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
