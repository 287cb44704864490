import { test as base, expect } from '@playwright/test';
import { startProduct, type Product } from './product.ts';

export { expect };

/** What no page may ever say: a rebuilt document, or markup that the policy refused. */
const forbiddenConsole = /hydration differs|Content Security Policy|Refused to|Minified React error/;

/**
 * `product`: one running product for all tests of a worker. A test that unpublishes or deletes sample content
 * starts its own with `ownProduct`. Every page fails its test when hydration differs or the policy is violated.
 */
export const test = base.extend<{ ownProduct: Product }, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, provide) => {
      const product = await startProduct();
      await provide(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
  ownProduct: async ({}, provide) => {
    const product = await startProduct();
    await provide(product);
    await product.stop();
  },
  baseURL: async ({ product }, provide) => provide(product.url),
  page: async ({ page }, provide) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (forbiddenConsole.test(message.text())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await provide(page);
    expect(faults, 'the page said what it never may').toEqual([]);
  },
});
