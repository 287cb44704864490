import type { ElementQuery } from './engine.ts';
import type { EngineWalk } from './walk.ts';

/** What follows a move. */
interface MoveOutcome {
  /** a screen reader must say each of these; the words in between differ by its version */
  said?: RegExp[];
  /** it must not say */
  never?: RegExp;
  /** an expression that becomes true in the page, or what waits for the result */
  shows?: string | ((walk: EngineWalk) => Promise<unknown>);
}

/** One action of a visitor. A screen reader skips it without `said`, other walks skip it without `shows`. */
export interface JourneyMove extends MoveOutcome {
  /** an instruction for a person */
  do: string;
  act: (walk: EngineWalk) => Promise<unknown>;
}

/** By title. */
export type Journeys = Record<string, JourneyMove[]>;

/** A move that opens a page; its title is spoken. */
export function openPage(path: string, title?: RegExp): JourneyMove {
  return {
    do: `open ${path}`,
    act: ({ open }) => open(path),
    ...(title && { said: [title, /^Finished loading/] }),
    shows: `document.querySelector('h1')`,
  };
}

/** A move that only presses keys. */
export function pressKeys(title: string, names: string, outcome: MoveOutcome): JourneyMove {
  return { do: title, act: ({ press }) => press(names), ...outcome };
}

/**
 * Presses Tab until an element has the focus, because in a page that has just opened Orca takes back the focus that a
 * script has set.
 */
export function tabTo(title: string, element: string, outcome: MoveOutcome): JourneyMove {
  async function act({ engine, press }: EngineWalk): Promise<void> {
    for (let stops = 0; stops < 30; stops += 1) {
      await press('Tab');
      if (await engine.evaluate(`document.activeElement === (${element})`)) return;
    }
  }
  return { do: title, act, ...outcome };
}

/** A move that clicks an element; with a screen reader, that focuses it and then presses keys. */
export function activate(
  title: string,
  element: ElementQuery,
  names: string,
  outcome: MoveOutcome,
): JourneyMove {
  return { do: title, act: ({ activate: click }) => click(element, names), ...outcome };
}

/** A move that types into elements, then presses keys on the last one. */
export function typeInto(
  title: string,
  texts: readonly (readonly [element: ElementQuery, text: string])[],
  names: string,
  outcome: MoveOutcome,
): JourneyMove {
  async function act({ press, write }: EngineWalk): Promise<void> {
    for (const [element, text] of texts) await write(element, text);
    if (names !== '') await press(names);
  }
  return { do: title, act, ...outcome };
}

/** A move that selects an option of a select. */
export function choose(
  title: string,
  element: ElementQuery,
  option: string,
  outcome: MoveOutcome,
): JourneyMove {
  return { do: title, act: ({ choose }) => choose(element, option), ...outcome };
}
