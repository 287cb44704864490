// `npm run audit -- orca`: runs the journeys of the screen reader script with Orca in Firefox, and compares its speech.
import { writeReport } from '../audit/report.ts';
import { startFirefox } from '../engines/start-firefox.ts';
import type { ElementQuery } from '../engines/engine.ts';
import { formJourneys } from '../engines/form-journeys.ts';
import type { JourneyMove } from '../engines/journey-move.ts';
import { pageJourneys } from '../engines/page-journeys.ts';
import { staffJourneys } from '../engines/staff-journeys.ts';
import { createEngineWalk, type EngineWalk } from '../engines/walk.ts';
import { startProduct } from '../product/product.ts';
import { startOrca, describeMissingOrcaPrograms, type Orca } from './start-orca.ts';

interface MoveResult {
  do: string;
  said: string[];
  /** what should have been spoken and was not, or was spoken and should not have been */
  differs: string[];
}

/** The dated result, which the site shows and the repository stores. */
export interface OrcaReport {
  /** ISO 8601, by the clock of the machine */
  finishedAt: string;
  /** versions of the programs */
  orca: string;
  firefox: string;
  journeys: { title: string; moves: MoveResult[] }[];
}

/** The walk of a visitor with a screen reader and without a pointer. */
function createListener(walk: EngineWalk, { press, follow }: Orca): EngineWalk {
  // the browser's own events, because Orca sometimes takes letter keys for commands
  const write: EngineWalk['write'] = (element, text) => follow(() => walk.write(element, text));
  async function pressEach(keys: string): Promise<void> {
    for (const key of keys.split(' ').filter(Boolean)) await follow(() => press(key));
  }
  async function activate(element: ElementQuery, keys: string): Promise<void> {
    await write(element, '');
    await pressEach(keys);
  }
  return {
    ...walk,
    write,
    activate,
    press: pressEach,
    open: (path) => follow(() => walk.open(path)),
    choose: (element, option) => activate(element, option.charAt(0).toLowerCase()),
  };
}

async function make(move: JourneyMove, listener: EngineWalk, orca: Orca): Promise<MoveResult> {
  const unsaid = (said: readonly string[]) =>
    (move.said ?? []).filter((words) => !said.some((one) => words.test(one)));
  const differs: string[] = [];
  await move.act(listener).catch((error: unknown) => differs.push(String(error).slice(0, 300)));
  const said = await orca.listen((words) => unsaid(words).length === 0);
  differs.push(...unsaid(said).map((words) => `not said: ${words.source}`));
  const never = said.filter((words) => move.never?.test(words));
  differs.push(...never.map((words) => `should not be said: ${words}`));
  return { do: move.do, said, differs };
}

/** Writes the report and returns how many moves were not spoken as expected. */
export async function walkOrca(): Promise<number> {
  const missing = describeMissingOrcaPrograms();
  if (missing !== undefined) {
    process.stderr.write(`${missing}\n`);
    return 0;
  }
  await using product = await startProduct();
  const report: OrcaReport = { finishedAt: '', orca: '', firefox: '', journeys: [] };
  let differing = 0;
  for (const [title, moves] of Object.entries({ ...pageJourneys, ...formJourneys, ...staffJourneys })) {
    const spoken = moves.filter(({ said }) => said);
    if (spoken.length === 0) continue;
    // new ones, because Orca remembers states of fields and pages that no longer exist
    await using orca = await startOrca();
    const engine = await startFirefox('/usr/bin/firefox-esr', orca.env);
    const listener = createListener(createEngineWalk(engine, product), orca);
    const results: MoveResult[] = [];
    for (const move of spoken) {
      const { said, differs } = await make(move, listener, orca);
      results.push({ do: move.do, said, differs });
      process.stdout.write(`${differs.length > 0 ? '✘' : ' '} ${title}: ${move.do}\n`);
      if (differs.length === 0) continue;
      differing += 1;
      process.stdout.write(`    ${differs.join('\n    ')}\n    said:\n      ${said.join('\n      ')}\n`);
    }
    await engine.close();
    Object.assign(report, { orca: orca.version, firefox: engine.version });
    report.journeys.push({ title, moves: results });
  }
  await writeReport('orca', { ...report, finishedAt: new Date().toISOString() });
  const count = report.journeys.reduce((sum, { moves }) => sum + moves.length, 0);
  process.stdout.write(`Orca ${report.orca}: ${count} moves, ${differing} said otherwise\n`);
  return differing;
}
