import type { Walk } from '../engines/walk.ts';
import type { Orca } from './start-orca.ts';

/** A visitor with a screen reader and without a pointer, who opens one page after the other. */
export interface Listener extends Walk {
  press: Orca['press'];
  /** moves the focus to the element that an expression returns, as the keys of a screen reader would */
  focus: (expression: string) => Promise<void>;
  /** writes into that element by the browser's own events: Orca takes letters of the keyboard for commands at times */
  write: (expression: string, text: string) => Promise<void>;
}

export interface Move {
  /** as a person would be told to do it */
  do: string;
  act: (listener: Listener) => Promise<void>;
  /** each must be said; versions of a screen reader differ in the words between */
  expected: RegExp[];
  /** what must not be said */
  never?: RegExp;
}

/** By title. */
export type Journeys = Record<string, Move[]>;

export function createListener(walk: Walk, { press, follow }: Orca): Listener {
  return {
    ...walk,
    async press(...names) {
      for (const name of names) await follow(() => press(name));
    },
    open: (path) => follow(() => walk.open(path)),
    focus: (expression) => follow(() => walk.engine.type(expression, '')),
    write: (expression, text) => follow(() => walk.engine.type(expression, text)),
  };
}

/** A move that presses keys alone. */
export function keys(title: string, names: string[], expected: RegExp[]): Move {
  return { do: title, act: ({ press }) => press(...names), expected };
}

/** A move that opens a page and waits until it is heard. */
export function opened(path: string, title: RegExp): Move {
  return { do: `open ${path}`, act: ({ open }) => open(path), expected: [title, /^Finished loading/] };
}

/** Tab until an element has the focus: Orca takes the focus back from a script in a page that has just opened. */
export function tabTo(title: string, element: string, expected: RegExp[]): Move {
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

/** A move to one element, and keys pressed on it. */
export function on(
  title: string,
  element: string,
  names: string[],
  expected: RegExp[],
  never?: RegExp,
): Move {
  async function act({ focus, press }: Listener): Promise<void> {
    await focus(element);
    await press(...names);
  }
  return { do: title, act, expected, ...(never && { never }) };
}

/** A move that writes into elements, and presses keys on the last one. */
export function written(
  title: string,
  texts: readonly (readonly [element: string, text: string])[],
  names: string[],
  expected: RegExp[],
): Move {
  async function act({ press, write }: Listener): Promise<void> {
    for (const [element, text] of texts) await write(element, text);
    await press(...names);
  }
  return { do: title, act, expected };
}
