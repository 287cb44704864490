// `npm run audit -- texts`: every screen of the audit in a pseudo-locale; reports each text that is in no catalogue.
import { selectStates, viewportOf, walkScreens } from '../audit/walk-screens.ts';
import { collectKnownTexts } from './collect-known-texts.ts';
import { produceAllMails, reportStrayMailTexts } from './produce-all-mails.ts';
import { startPseudoLocale } from './start-pseudo-locale.ts';
import { watchTexts } from './watch-texts.ts';

/** For all screens, or those at these paths: the number of texts outside catalogues and of states that did not open. */
export async function walkTexts(paths: readonly string[] = []): Promise<number> {
  await using product = await startPseudoLocale();
  const known = collectKnownTexts();
  /** Each text outside of catalogues, with the states that show it. */
  const strays = new Map<string, Set<string>>();
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
      await watchTexts(context, (text) => addStray(text, `${path}, ${state.name}`));
      await state.open(await context.newPage(), path);
    },
  });
  await known.addDatabase(product);
  const mails = await reportStrayMailTexts(product, addStray);
  const outside = [...strays].filter(([text]) => !known.has(text));
  for (const [text, states] of outside) {
    const [first, ...others] = states;
    process.stdout.write(`${text}\n    ${first}${others.length > 0 ? ` and ${others.length} more` : ''}\n`);
  }
  process.stdout.write(
    `${outside.length} texts outside catalogues, ${unopened} states did not open, ${mails} mails read\n`,
  );
  return outside.length + unopened;
}
