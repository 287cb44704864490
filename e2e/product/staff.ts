import type { Locator, Page } from '@playwright/test';
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../site/app/data/database-types.ts';
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

export const accountPassword = 'a long enough phrase';

/** An account signed up through the protocol, with the real client that holds its session. */
export interface Account {
  email: string;
  session: Session;
  client: SupabaseClient<Database>;
}

let accounts = 0;

export async function signUpAccount(product: Product, fullName = 'Maude Tremblay-Okoye'): Promise<Account> {
  accounts += 1;
  const email = `maude-${process.pid}-${accounts}@fairlead.example`;
  const client = product.visitor();
  const { data, error } = await client.auth.signUp({
    email,
    password: accountPassword,
    options: { data: { full_name: fullName } },
  });
  if (error || !data.session) throw new Error(`no session for ${email}: ${error?.message}`);
  return { email, session: data.session, client };
}

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

let names = 0;

/** A name that no other lead has. */
export function uniqueLeadName(first = 'Ana'): string {
  names += 1;
  return `${first} Roy ${process.pid}-${Date.now().toString(36)}-${names}`;
}

type LeadInput = Database['public']['Tables']['leads']['Insert'];

/** Creates a lead for one test, as a visitor would send it; returns its row. */
export async function makeLead(product: Product, lead: Partial<LeadInput> = {}) {
  const name = lead.name ?? uniqueLeadName();
  const { data, error } = await product.admin
    .from('leads')
    .insert({ email: 'ana@roy.example', message: 'Do you take on one-page sites?', ...lead, name })
    .select()
    .single();
  if (error) throw error;
  return data;
}

export function leadCard(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}

/** Opens the inbox with the leads that a search finds; returns the card of one. */
export async function openLead(page: Page, search: string, name = search): Promise<Locator> {
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(search)}`);
  return leadCard(page, name);
}

/** The link to the page of a lead's conversation, as in mails to the lead. */
export async function readConversationPath(product: Product, leadId: string): Promise<string> {
  const { data } = await product.admin.rpc('conversation_for_mail', { lead: leadId }).throwOnError();
  return `/conversation/${(data as { token: string }).token}`;
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
