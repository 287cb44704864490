import { test as base } from 'vitest';
import { startProduct } from '../e2e/product/product.ts';

export { describe, expect } from 'vitest';

/**
 * `product`: one running product for all test files of a worker. A test that unpublishes or deletes sample content, or
 * changes the agency's details, starts its own with `ownProduct`.
 */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the parameter's shape
  .extend('product', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const product = await startProduct();
    onCleanup(product.stop);
    return product;
  })
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the parameter's shape
  .extend('ownProduct', async ({}, { onCleanup }) => {
    const product = await startProduct();
    onCleanup(product.stop);
    return product;
  });
