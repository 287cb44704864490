import type { EngineWalk } from '../engines/walk.ts';
import type { Orca } from './start-orca.ts';

/** A visitor with a screen reader and without a pointer, who opens several pages. */
export interface ScreenReaderVisitor extends EngineWalk {
  /** presses keys one after the other: `shift+Tab Return` */
  press: (keys: string) => Promise<void>;
  /** moves the focus to the element that an expression returns, as the keys of a screen reader do */
  focus: (expression: string) => Promise<void>;
  /** types into that element with the browser's own events, because Orca sometimes takes letter keys for commands */
  write: (expression: string, text: string) => Promise<void>;
}

export interface ScreenReaderMove {
  /** an instruction for a person */
  do: string;
  act: (listener: ScreenReaderVisitor) => Promise<void>;
  /** each must be spoken; the words in between differ by version of the screen reader */
  expected: RegExp[];
  /** must not be spoken */
  never?: RegExp;
}

/** By title. */
export type Journeys = Record<string, ScreenReaderMove[]>;

export function createScreenReaderVisitor(walk: EngineWalk, { press, follow }: Orca): ScreenReaderVisitor {
  return {
    ...walk,
    async press(pressKeysMove) {
      for (const key of pressKeysMove.split(' ').filter(Boolean)) await follow(() => press(key));
    },
    open: (path) => follow(() => walk.open(path)),
    focus: (expression) => follow(() => walk.engine.type(expression, '')),
    write: (expression, text) => follow(() => walk.engine.type(expression, text)),
  };
}

/** A move that only presses keys. */
export function pressKeysMove(title: string, names: string, expected: RegExp[]): ScreenReaderMove {
  return { do: title, act: ({ press }) => press(names), expected };
}

/** A move that opens a page and waits until its title was spoken. */
export function openPageMove(path: string, title: RegExp): ScreenReaderMove {
  return { do: `open ${path}`, act: ({ open }) => open(path), expected: [title, /^Finished loading/] };
}

/**
 * Presses Tab until an element has the focus, because in a page that has just opened Orca takes back the focus that a
 * script has set.
 */
export function tabToMove(title: string, element: string, expected: RegExp[]): ScreenReaderMove {
  return {
    do: title,
    async act({ engine, press }) {
      for (let stops = 0; stops < 30; stops += 1) {
        await press('Tab');
        if (await engine.evaluate(`document.activeElement === (${element})`)) return;
      }
    },
    expected,
  };
}

/** A move that focuses one element, then presses keys. */
export function pressKeysOnMove(
  title: string,
  element: string,
  names: string,
  expected: RegExp[],
  never?: RegExp,
): ScreenReaderMove {
  async function act({ focus, press }: ScreenReaderVisitor): Promise<void> {
    await focus(element);
    await press(names);
  }
  return { do: title, act, expected, ...(never && { never }) };
}

/** A move that types into elements, then presses keys on the last one. */
export function typeMove(
  title: string,
  texts: readonly (readonly [element: string, text: string])[],
  names: string,
  expected: RegExp[],
): ScreenReaderMove {
  async function act({ press, write }: ScreenReaderVisitor): Promise<void> {
    for (const [element, text] of texts) await write(element, text);
    await press(names);
  }
  return { do: title, act, expected };
}
