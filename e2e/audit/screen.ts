import type { Locator, Page } from '@playwright/test';

/** A page on its way into a state. */
export interface Scene {
  page: Page;
  path: string;
  /** where steps look for what they name: the page, or a part of it */
  root: Page | Locator;
}

/** One of the things that bring a page into a state, or wait until it is there. */
export type Step = (scene: Scene) => unknown;

interface Reach {
  steps: readonly Step[];
  /** widths in CSS px at which it exists; all when not given */
  at?: (width: number) => boolean;
  /** looks nearly the same on every screen, or is seldom seen: two pictures of it are enough */
  isRare?: boolean;
}

/** By the names of states: how a screen gets into them. */
export type States = Record<string, readonly Step[] | Reach>;

export interface State extends Omit<Reach, 'steps'> {
  name: string;
  /** opens the path and brings the page into the state */
  open: (page: Page, path: string) => Promise<void>;
}

export interface Screen {
  path: string;
  /** of its pictures; else the path */
  name?: string;
  states: readonly State[];
}

export function defineScreen(path: string, states: States, name?: string): Screen {
  return { path, ...(name && { name }), states: Object.entries(states).map(toState) };
}

/** By path. */
export function defineScreens(screens: Record<string, States>): Screen[] {
  return Object.entries(screens).map(([path, states]) => defineScreen(path, states));
}

function toState([name, reach]: [string, States[string]]): State {
  const { steps, ...how } = 'steps' in reach ? reach : { steps: reach };
  return { name, ...how, open: (page, path) => takeSteps(steps, { page, path, root: page }) };
}

export async function takeSteps(steps: readonly Step[], scene: Scene): Promise<void> {
  for (const step of steps) await step(scene);
}

export function rare(...steps: Step[]): Reach {
  return { steps, isRare: true };
}
