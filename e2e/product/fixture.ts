import {
  test as base,
  expect as expectAtOnce,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from '@playwright/test';
import { startProduct, type Product } from './product.ts';

/** Also used by the audit and the screenshots, which run without Playwright's runner and its config. */
export const expect = expectAtOnce.configure({ timeout: 30_000 });

/** Messages that no page may log: a failed hydration, or markup that the policy refused. */
const forbiddenConsole = /hydration differs|Content Security Policy|Refused to|Minified React error/;

/** What localStorage contains when a context first opens an origin. */
export interface StoredState {
  cookies: never[];
  origins: { origin: string; localStorage: { name: string; value: string }[] }[];
}

export type ContextOptions = Omit<BrowserContextOptions, 'storageState'> & { storageState?: StoredState };
export type NewContext = (options?: ContextOptions) => Promise<BrowserContext>;

/**
 * As the option `storageState`, which opens and closes a page for it. A key in localStorage notes that it was done, so
 * that a session that has ended does not return.
 */
export async function seedLocalStorage(context: BrowserContext, { origins }: StoredState): Promise<void> {
  await context.addInitScript((all) => {
    const entries = all.find(({ origin }) => origin === self.origin)?.localStorage;
    if (!entries || localStorage.getItem('test-state') !== null) return;
    localStorage.setItem('test-state', 'stored');
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, origins);
}

/** Watches every page of a context, also later ones; returns the array to which their faults are added. */
function watch(context: BrowserContext, faults: string[] = []): string[] {
  context.on('console', (message) => {
    if (forbiddenConsole.test(message.text())) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  return faults;
}

function expectNone(faults: readonly string[]): void {
  expect(faults, 'a page said what it never may').toEqual([]);
}

/** Further contexts of a test: watched like its own, and closed at its end. */
async function provideContexts(
  browser: Browser,
  provide: (open: NewContext) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const opened: BrowserContext[] = [];
  await provide(async (options) => {
    const { storageState, ...others } = options ?? {};
    const context = await browser.newContext(others);
    opened.push(context);
    watch(context, faults);
    if (storageState) await seedLocalStorage(context, storageState);
    return context;
  });
  await Promise.all(opened.map((context) => context.close()));
  expectNone(faults);
}

/**
 * `product`: one running product for all tests of a worker. A test that unpublishes or deletes sample content starts
 * its own with `ownProduct`. For each page of `context` and of `newContext` contexts, a failed hydration or a policy
 * violation fails the test. Name `newContext` after `ownProduct`, so that its contexts close first.
 */
export const test = base.extend<{ ownProduct: Product; newContext: NewContext }, { product: Product }>({
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
  context: async ({ context }, provide) => {
    const faults = watch(context);
    await provide(context);
    expectNone(faults);
  },
  newContext: async ({ browser }, provide) => provideContexts(browser, provide),
});
