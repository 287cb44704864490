import { axeSource } from '../audit/axe.ts';
import { expect } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import { expressionByLabel, expressionByRole, type BrowserEngine } from './engine.ts';

const axeOptions = JSON.stringify({
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
});

/** One browser during its walk through one product. */
export interface EngineWalk {
  engine: BrowserEngine;
  product: Product;
  /** an email address that no other step and no other engine uses */
  emailOf: (name: string) => string;
  open: (path: string) => Promise<void>;
  /** opens a page and moves the pointer, so that React hydrates it */
  openHydrated: (path: string) => Promise<void>;
  /** clicks the first element with a role and a name, within an element that an expression returns */
  click: (role: string, name: RegExp, root?: string) => Promise<void>;
  /** types into the control with a label */
  type: (label: RegExp, text: string, root?: string) => Promise<void>;
  /** waits until an expression is true in the page; 15 s */
  waitFor: (expression: string) => Promise<void>;
  /** throws if axe finds a violation in the present page */
  checkAxe: () => Promise<void>;
}

/** The steps for each engine, by their titles in the report. */
export type EngineSteps = Record<string, (walk: EngineWalk) => Promise<void>>;

export function createEngineWalk(engine: BrowserEngine, product: Product): EngineWalk {
  return {
    engine,
    product,
    emailOf: (name) => `${name}@${engine.name.toLowerCase()}.example`,
    open: (path) => engine.open(product.url + path),
    async openHydrated(path) {
      await this.open(path);
      await engine.evaluate(`addEventListener('hydrated', () => { window.isHydrated = true; })`);
      await engine.press('Tab');
      await this.waitFor('window.isHydrated');
    },
    click: (role, name, root) => engine.click(expressionByRole(role, name, root)),
    type: (label, text, root) => engine.type(expressionByLabel(label, root), text),
    async waitFor(expression) {
      // while a page is unloading, the expression cannot be evaluated
      const ask = () => engine.evaluate(`Boolean(${expression})`).catch(() => false);
      await expect.poll(ask, { message: expression, intervals: [100], timeout: 15_000 }).toBe(true);
    },
    async checkAxe() {
      await engine.evaluate(`(() => { if (!window.axe) { ${axeSource} } })()`);
      await engine.evaluate(
        `(() => { window.axeReport = undefined; axe.run(document, ${axeOptions}).then((report) => { window.axeReport = report; }); })()`,
      );
      await this.waitFor('window.axeReport');
      const found = await engine.evaluate(
        `window.axeReport.violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(' | '))`,
      );
      if (Array.isArray(found) && found.length > 0) throw new Error(found.join('\n'));
    },
  };
}
