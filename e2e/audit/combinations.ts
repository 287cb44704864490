import type { Page } from '@playwright/test';
import { comforts, themes, widths, type Presentation } from './presentation.ts';

export interface State {
  name: string;
  /** widths in CSS px at which it exists; all when not given */
  at?: (width: number) => boolean;
  /** changes its page for good (clock, init script, what is kept on the device): no other state is opened in it */
  ownPage?: boolean;
  /** opens the path and brings the page into the state */
  open: (page: Page, path: string) => Promise<void>;
}

export interface Screen {
  path: string;
  /** of its pictures; else the path */
  name?: string;
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
