// `npm run audit -- orca`: runs the journeys of the screen reader script with Orca in Firefox, and compares its speech.
import { writeReport } from '../audit/report.ts';
import { startFirefox } from '../engines/start-firefox.ts';
import { createEngineWalk } from '../engines/walk.ts';
import { startProduct, type Product } from '../product/product.ts';
import { formJourneys } from './form-journeys.ts';
import {
  createScreenReaderVisitor,
  type Journeys,
  type ScreenReaderVisitor,
  type ScreenReaderMove,
} from './listener.ts';
import { pageJourneys } from './page-journeys.ts';
import { staffJourney } from './staff-journey.ts';
import { describeMissingOrcaPrograms, startOrca, type Orca } from './start-orca.ts';

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

async function make(move: ScreenReaderMove, listener: ScreenReaderVisitor, orca: Orca): Promise<MoveResult> {
  const says = (said: readonly string[]) =>
    move.expected.filter((words) => !said.some((one) => words.test(one)));
  let failure: string[] = [];
  try {
    await move.act(listener);
  } catch (error) {
    failure = [String(error).slice(0, 300)];
  }
  const said = await orca.listen((words) => says(words).length === 0);
  const never = said
    .filter((words) => move.never?.test(words))
    .map((words) => `should not be said: ${words}`);
  const missing = says(said).map((words) => `not said: ${words.source}`);
  return { do: move.do, said, differs: [...failure, ...missing, ...never] };
}

const journeys: Journeys = { ...pageJourneys, ...formJourneys, 'Answer a lead, as staff': staffJourney };

/** Uses a new Orca and a new Firefox, because Orca remembers states of fields and pages that no longer exist. */
async function takeJourney(
  title: string,
  moves: readonly ScreenReaderMove[],
  product: Product,
): Promise<Omit<OrcaReport, 'finishedAt'>> {
  await using orca = await startOrca();
  const engine = await startFirefox('/usr/bin/firefox-esr', orca.env);
  const listener = createScreenReaderVisitor(createEngineWalk(engine, product), orca);
  const said: MoveResult[] = [];
  for (const move of moves) {
    const made = await make(move, listener, orca);
    said.push(made);
    process.stdout.write(`${made.differs.length > 0 ? '✘' : ' '} ${title}: ${move.do}\n`);
    if (made.differs.length > 0)
      process.stdout.write(
        `    ${made.differs.join('\n    ')}\n    said:\n      ${made.said.join('\n      ')}\n`,
      );
  }
  await engine.close();
  return { orca: orca.version, firefox: engine.version, journeys: [{ title, moves: said }] };
}

/** Writes the report and returns how many moves were not spoken as expected. */
export async function walkOrca(): Promise<number> {
  const missing = describeMissingOrcaPrograms();
  if (missing !== undefined) {
    process.stderr.write(`${missing}\n`);
    return 0;
  }
  await using product = await startProduct();
  const taken = [];
  for (const [title, moves] of Object.entries(journeys)) taken.push(await takeJourney(title, moves, product));
  const report: OrcaReport = {
    finishedAt: new Date().toISOString(),
    orca: taken[0]?.orca ?? '',
    firefox: taken[0]?.firefox ?? '',
    journeys: taken.flatMap((each) => each.journeys),
  };
  await writeReport('orca', report);
  const moves = report.journeys.flatMap((journey) => journey.moves);
  const differing = moves.filter(({ differs }) => differs.length > 0).length;
  process.stdout.write(`Orca ${report.orca}: ${moves.length} moves, ${differing} said otherwise\n`);
  return differing;
}
