import { screenGroups, type ScreenGroup } from '../../audit/open-screens.ts';
import type { ScreenState } from '../../audit/walk-screens.ts';

const widths = [390, 768, 1440] as const;
const looks = ['light', 'dark', 'forced colours', 'print'] as const;
type PictureLook = (typeof looks)[number];

/** A screen in one state. */
export interface PictureState extends ScreenState {
  /** also the beginning of the file names of its pictures */
  name: string;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The panel is the same on all screens, so only the first one shows it. */
const onePanel = new Set(['menu open', 'sidebar as a panel']);

function dropRepeated(states: readonly PictureState[]): PictureState[] {
  const first = (name: string) => states.find(({ state }) => state.name === name);
  return states.filter((one) => !onePanel.has(one.state.name) || one === first(one.state.name));
}

export function pictureStatesOf({ screens, isSignedIn }: ScreenGroup): PictureState[] {
  const states = screens.flatMap(({ path, name: own = slug(path) || 'home', states }) =>
    states.map((state) => {
      const name = `${isSignedIn && own === 'auth' ? 'signed-in-auth' : own}.${slug(state.name)}`;
      return { name, path, state };
    }),
  );
  return dropRepeated(states);
}

/** The states whose names begin with one of the words; all without a word. */
export function chooseStates(
  words: readonly string[],
  states = screenGroups.flatMap(pictureStatesOf),
): PictureState[] {
  return states.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
}

/**
 * The widths at which a state is viewed, and the looks. Forced colours and print change whole sets of rules, so one
 * state per screen is enough for them.
 */
export function looksAt({ state }: PictureState): Map<number, readonly PictureLook[]> {
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
