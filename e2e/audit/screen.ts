import type { Locator, Page } from '@playwright/test';
import type { Product } from '../product/product.ts';

/** A page while it is brought into a state. */
export interface StepTarget {
  page: Page;
  /** the product that serves the page */
  product: Product;
  path: string;
  /** where steps look for elements: the page, or a part of it */
  root: Page | Locator;
}

/** One action that brings a page into a state, or waits until it is reached. */
export type Step = (scene: StepTarget) => unknown;

interface Reach {
  steps: readonly Step[];
  /** widths in CSS px at which the state exists; default: all */
  at?: (width: number) => boolean;
  /** looks nearly the same on every screen, or is rarely seen: two pictures of it are enough */
  isRare?: boolean;
}

/** By name of the state: how a screen gets into it. */
export type States = Record<string, readonly Step[] | Reach>;

export interface State extends Omit<Reach, 'steps'> {
  name: string;
  /** opens the path and brings the page into the state */
  open: (page: Page, path: string, product: Product) => Promise<void>;
}

export interface Screen {
  path: string;
  /** the name of its pictures; default: the path */
  name?: string;
  states: readonly State[];
}

export function defineScreen(path: string, states: States, name?: string): Screen {
  return { path, ...(name && { name }), states: Object.entries(states).map(toState) };
}

/** Makes screens from states by path. */
export function defineScreens(screens: Record<string, States>): Screen[] {
  return Object.entries(screens).map(([path, states]) => defineScreen(path, states));
}

function toState([name, reach]: [string, States[string]]): State {
  const { steps, ...how } = 'steps' in reach ? reach : { steps: reach };
  return {
    name,
    ...how,
    open: (page, path, product) => runSteps(steps, { page, product, path, root: page }),
  };
}

export async function runSteps(steps: readonly Step[], scene: StepTarget): Promise<void> {
  for (const step of steps) await step(scene);
}

export function rareState(...steps: Step[]): Reach {
  return { steps, isRare: true };
}
