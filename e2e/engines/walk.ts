import { expect } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import {
  testingLibraryScript,
  toElementExpression,
  type BrowserEngine,
  type ElementQuery,
  type EngineKey,
} from './engine.ts';

/** One browser during its walk through one product. */
export interface EngineWalk {
  engine: BrowserEngine;
  product: Product;
  open: (path: string) => Promise<void>;
  /** presses keys one after the other: `Tab Enter` */
  press: (keys: string) => Promise<void>;
  /** clicks an element; with a screen reader, focuses it and presses keys */
  activate: (element: ElementQuery, keys: string) => Promise<void>;
  write: (element: ElementQuery, text: string) => Promise<void>;
  /** selects the option of a select whose text begins so */
  choose: (element: ElementQuery, option: string) => Promise<void>;
  /** waits until an expression is true in the page; 15 s */
  waitFor: (expression: string) => Promise<void>;
}

export function createEngineWalk(engine: BrowserEngine, product: Product): EngineWalk {
  async function addFinder(): Promise<void> {
    if (!(await engine.evaluate(`'TestingLibraryDom' in window`)))
      await engine.evaluate(`(() => { ${testingLibraryScript} })()`);
  }
  async function write(element: ElementQuery, text: string): Promise<void> {
    await addFinder();
    await engine.type(toElementExpression(element), text);
  }
  return {
    engine,
    product,
    write,
    open: (path) => engine.open(product.url + path),
    async press(keys) {
      for (const key of keys.split(' ')) await engine.press(key as EngineKey);
    },
    async activate(element) {
      await addFinder();
      await engine.click(toElementExpression(element));
    },
    async choose(element, option) {
      await write(element, option);
      await engine.press('Enter');
    },
    async waitFor(expression) {
      // while a page is unloading, the expression cannot be evaluated
      const ask = () => engine.evaluate(`Boolean(${expression})`).catch(() => false);
      await expect.poll(ask, { message: expression, intervals: [100], timeout: 15_000 }).toBe(true);
    },
  };
}

/** Opens a page and moves the focus, so that React hydrates it. */
export async function openHydratedInEngine(
  { engine, open, waitFor }: EngineWalk,
  path: string,
): Promise<void> {
  await open(path);
  await engine.evaluate(`addEventListener('hydrated', () => { window.isHydrated = true; })`);
  await engine.press('Tab');
  await waitFor('window.isHydrated');
}
