import type { Page } from '@playwright/test';
import { comforts, themes, widths, type Presentation } from './presentation.ts';

export interface State {
  name: string;
  /** widths in CSS px at which it exists; all when not given */
  at?: (width: number) => boolean;
  /** seen by `npm run audit` alone: a test of its own looks at it where it brings the page there anyway */
  auditOnly?: boolean;
  /** changes its page for good (clock, init script, what is kept on the device): no other state is opened in it */
  ownPage?: boolean;
  /** opens the path and brings the page into the state */
  open: (page: Page, path: string) => Promise<void>;
}

export interface Screen {
  path: string;
  states: readonly State[];
}

/** One screen in one state, looked at in one way. */
export interface Combination extends Presentation {
  screen: Screen;
  state: State;
}

/** Everything that there is to look at. */
export function everyCombination(screens: readonly Screen[]): Combination[] {
  return screens.flatMap((screen) =>
    screen.states.flatMap((state) =>
      widths
        .filter((width) => state.at?.(width) ?? true)
        .flatMap((width) =>
          themes.flatMap((theme) => comforts.map((comfort) => ({ screen, state, width, theme, comfort }))),
        ),
    ),
  );
}

function pairsOf({ screen, state, width, theme, comfort }: Combination): string[] {
  const looks = [`at ${screen.path}`, `${width} px`, theme, comfort];
  const pairs = looks.flatMap((one, index) => looks.slice(index + 1).map((other) => `${one} + ${other}`));
  return [...pairs, `at ${screen.path} + in ${state.name}`];
}

/**
 * The fewest combinations, as a greedy search finds them, in which every screen is seen in each of its states and in
 * every width, theme and comfort setting, and every pair of those occurs: nearly every fault of a page needs no more
 * than two things at the same time. `npm run audit` sees every state in every way. The order of `all` alone decides, so
 * the result is the same every time.
 */
export function coverPairs(all: readonly Combination[]): Combination[] {
  const open = new Set(all.flatMap(pairsOf));
  const candidates = new Map(all.map((combination) => [combination, pairsOf(combination)]));
  const chosen: Combination[] = [];
  while (open.size > 0) {
    let best: Combination | undefined;
    let most = 0;
    for (const [combination, pairs] of candidates) {
      const gain = pairs.filter((pair) => open.has(pair)).length;
      if (gain > most) [best, most] = [combination, gain];
    }
    if (!best) break;
    chosen.push(best);
    for (const pair of candidates.get(best) ?? []) open.delete(pair);
    candidates.delete(best);
  }
  return chosen;
}

/** Combinations of one screen in one state, for which the page is opened only once. */
export interface Group {
  screen: Screen;
  state: State;
  presentations: Presentation[];
}

export function groupByState(combinations: readonly Combination[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { screen, state, ...presentation } of combinations) {
    const key = `${screen.path} ${state.name}`;
    const group = groups.get(key) ?? { screen, state, presentations: [] };
    group.presentations.push(presentation);
    groups.set(key, group);
  }
  return [...groups.values()];
}
