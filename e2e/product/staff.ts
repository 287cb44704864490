import type { Locator, Page } from '@playwright/test';
import { signUpAccount, type Account } from './accounts.ts';
import {
  expect,
  seedLocalStorage,
  test as base,
  type ContextOptions,
  type NewContext,
  type StoredState,
} from './fixture.ts';
import type { Product } from './product.ts';

export { expect };
// What tests without a browser use as well.
export { accountPassword, signUpAccount, type Account } from './accounts.ts';
export { makeLead, readConversationPath, uniqueLeadName } from './make-lead.ts';

/** Where the browser's client stores its session: the default key of supabase-js. */
export function sessionStorageKey(product: Product): string {
  return `sb-${new URL(product.url).hostname.split('.')[0]}-auth-token`;
}

/** Storage of a browser that has the session of an account. */
export function storedSession(product: Product, account: Account): StoredState {
  const localStorage = [{ name: sessionStorageKey(product), value: JSON.stringify(account.session) }];
  return { cookies: [], origins: [{ origin: product.url, localStorage }] };
}

/** Opens a page in a context of its own, in which the account is signed in. */
export async function openAs(
  newContext: NewContext,
  product: Product,
  account: Account,
  options: ContextOptions = {},
): Promise<Page> {
  const storageState = storedSession(product, account);
  return (await newContext({ baseURL: product.url, storageState, ...options })).newPage();
}

export function leadCard(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}

/** Opens the inbox with the leads that a search finds; returns the card of one. */
export async function openLead(page: Page, search: string, name = search): Promise<Locator> {
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(search)}`);
  return leadCard(page, name);
}

/**
 * `account` is signed in on `page`, and in a `newContext` without another `storageState`; in local mode an account may
 * handle leads and edit content.
 */
export const test = base.extend<{ account: Account; stored: StoredState }>({
  account: async ({ product }, provide) => provide(await signUpAccount(product)),
  stored: async ({ product, account }, provide) => provide(storedSession(product, account)),
  context: async ({ context, stored }, provide) => {
    await seedLocalStorage(context, stored);
    await provide(context);
  },
  newContext: async ({ newContext, stored }, provide) =>
    provide((options) => newContext({ storageState: stored, ...options })),
});
