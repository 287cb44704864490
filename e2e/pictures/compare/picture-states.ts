import { screenParts } from '../../audit/open-screens.ts';
import type { Screen } from '../../audit/screen.ts';
import type { ScreenState } from '../../audit/walk-screens.ts';

const widths = [390, 768, 1440] as const;
const looks = ['light', 'dark', 'forced colours', 'print'] as const;
export type Look = (typeof looks)[number];

/** A screen in one state, with the account that looks at it. */
export interface PictureState extends ScreenState {
  /** also the beginning of the file names of its pictures */
  name: string;
  isSignedIn: boolean;
  isUnpublished: boolean;
}

/** Of its file, without an ending. */
export function pictureName({ name }: PictureState, width: number, look: Look): string {
  return `${name}-${width}-${look.replace(' ', '-')}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** One panel for all screens: the first one is seen with it. */
const onePanel = new Set(['menu open', 'sidebar as a panel']);

function dropRepeated(states: readonly PictureState[]): PictureState[] {
  const first = (name: string) => states.find(({ state }) => state.name === name);
  return states.filter((one) => !onePanel.has(one.state.name) || one === first(one.state.name));
}

export function picturesOf(
  screens: readonly Screen[],
  { isSignedIn = false, isUnpublished = false }: Partial<PictureState>,
): PictureState[] {
  const states = screens.flatMap(({ path, name: own = slug(path) || 'home', states }) =>
    states.map((state) => {
      const name = `${isSignedIn && own === 'auth' ? 'signed-in-auth' : own}.${slug(state.name)}`;
      return { name, path, state, isSignedIn, isUnpublished };
    }),
  );
  return dropRepeated(states);
}

/** Every state that two products can be compared in; those that need an empty agency come last. */
export const comparedStates = screenParts.flatMap((part) => picturesOf(part.screens, part));

/** Those whose names begin with one of the words; all without a word. */
export function chooseStates(
  words: readonly string[],
  states: readonly PictureState[] = comparedStates,
): PictureState[] {
  return states.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
}

/**
 * At which widths a state is seen, and how. Forced colours and print change whole sheets of rules, so one state of a
 * screen shows them.
 */
export function looksAt({ state }: PictureState): Map<number, readonly Look[]> {
  const [narrow, middle, wide] = widths;
  if (state.isRare) {
    const narrowest = (state.at?.(narrow) ?? true) ? narrow : middle;
    return new Map([
      [narrowest, ['light']],
      [wide, ['dark']],
    ]);
  }
  const isPlain = state.name === 'served' || state.name === 'shown';
  const present = widths.filter((width) => state.at?.(width) ?? true);
  return new Map(present.map((width) => [width, isPlain && width === middle ? looks : looks.slice(0, 2)]));
}
