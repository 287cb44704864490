import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';
import type { BrowserBackend } from './server-client.ts';

let client: SupabaseClient<Database> | undefined;
let backendInUse: { url: string; publishableKey: string } | undefined;

/** Called once by the loaders of /auth and the dashboard, in the browser, before the first use of the client. */
export function openBrowserClient(backend: BrowserBackend): SupabaseClient<Database> {
  backendInUse ??= { url: backend.url || location.origin, publishableKey: backend.publishableKey };
  // Without options on purpose: the spec's session defaults are the client's own (P-172).
  client ??= createClient<Database>(backendInUse.url, backendInUse.publishableKey);
  return client;
}

/** The one client of this browser tab. */
export function browserClient(): SupabaseClient<Database> {
  if (!client) throw new Error('openBrowserClient() has not been called on this page');
  return client;
}

/** A client that touches no session of this browser: for finding out whose session a link opens. */
export function detachedClient(): SupabaseClient<Database> {
  if (!backendInUse) throw new Error('openBrowserClient() has not been called on this page');
  return createClient<Database>(backendInUse.url, backendInUse.publishableKey, {
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: false,
      storageKey: 'detached',
    },
  });
}

/** The access token of this tab's session, renewed when it is about to end; null without a session. */
export async function accessToken(): Promise<string | null> {
  const { data } = await browserClient().auth.getSession();
  return data.session?.access_token ?? null;
}

/** The same client as the same person, with another way to send: for what fetch cannot do. */
export function clientWithFetch(send: typeof fetch): SupabaseClient<Database> {
  if (!backendInUse) throw new Error('openBrowserClient() has not been called on this page');
  return createClient<Database>(backendInUse.url, backendInUse.publishableKey, {
    accessToken,
    global: { fetch: send },
  });
}
