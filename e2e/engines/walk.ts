import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Product } from '../product/product.ts';
import type { Engine } from './engine.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeOptions = JSON.stringify({
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
});

/** One browser on its way through one product. */
export interface Walk {
  engine: Engine;
  product: Product;
  open: (path: string) => Promise<void>;
  /** opens a page and touches it, so that React takes it over */
  openHydrated: (path: string) => Promise<void>;
  /** waits until an expression is true in the page; 15 s */
  waitFor: (expression: string) => Promise<void>;
  /** throws when axe finds a violation in the page as it is */
  checkAxe: () => Promise<void>;
}

export interface Step {
  title: string;
  run: (walk: Walk) => Promise<void>;
}

export function createWalk(engine: Engine, product: Product): Walk {
  return {
    engine,
    product,
    open: (path) => engine.open(product.url + path),
    async openHydrated(path) {
      await this.open(path);
      await engine.evaluate(`addEventListener('hydrated', () => { window.isHydrated = true; })`);
      await engine.press('Tab');
      await this.waitFor('window.isHydrated');
    },
    async waitFor(expression) {
      const deadline = Date.now() + 15_000;
      // a page that is being left cannot be asked
      while (!(await engine.evaluate(`Boolean(${expression})`).catch(() => false))) {
        if (Date.now() > deadline) throw new Error(`not within 15 s: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async checkAxe() {
      await engine.evaluate(`(() => { if (!window.axe) { ${axe} } })()`);
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
