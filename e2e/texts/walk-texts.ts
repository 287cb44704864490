// `npm run audit -- texts`: every screen of the audit in a pseudo-locale; reports each text that is in no catalogue.
import { selectStates, viewportOf, walkScreens } from '../audit/walk-screens.ts';
import { collectKnownTexts, type KnownTexts } from './known-texts.ts';
import { produceAllMails, readMails } from './read-mails.ts';
import { textMarks, startPseudoLocale } from './start-pseudo-locale.ts';
import { watchTexts } from './watch-texts.ts';

/** Each text outside of catalogues, with the states that show it. */
type Strays = Map<string, Set<string>>;

/** For all screens, or those at these paths: the number of texts outside catalogues and of states that did not open. */
export async function walkTexts(paths: readonly string[] = []): Promise<number> {
  await using product = await startPseudoLocale();
  const known = collectKnownTexts();
  const strays: Strays = new Map();
  function addStray(text: string, where: string): void {
    strays.set(text, (strays.get(text) ?? new Set()).add(where));
  }
  await produceAllMails(product);
  const unopened = await walkScreens({
    product,
    choose: selectStates(paths),
    async visit({ path, state }, openContext) {
      const context = await openContext({ viewport: viewportOf(state) });
      known.watch(context);
      await watchTexts(context, textMarks, (text) => addStray(text, `${path}, ${state.name}`));
      await state.open(await context.newPage(), path);
    },
  });
  await known.addDatabase(product);
  const mails = await readMails(product, addStray);
  return report(strays, known, unopened, mails);
}

function report(strays: Strays, known: KnownTexts, unopened: readonly string[], mails: number): number {
  const outside = [...strays].filter(([text]) => !known.has(text));
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
