import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';
import type { BrowserBackend } from './server-client.ts';

let client: SupabaseClient<Database> | undefined;
let backendInUse: { url: string; publishableKey: string } | undefined;

/** Called by the loaders of /auth and the dashboard before the first use of the client. */
export function openBrowserClient(backend: BrowserBackend): SupabaseClient<Database> {
  backendInUse ??= { url: backend.url || location.origin, publishableKey: backend.publishableKey };
  // No options on purpose: the specification's session defaults are the client's (P-172).
  client ??= createClient<Database>(backendInUse.url, backendInUse.publishableKey);
  return client;
}

export function browserClient(): SupabaseClient<Database> {
  if (!client) throw new Error('openBrowserClient() has not been called on this page');
  return client;
}

/** A client that leaves this browser's session alone, to find out whose session a link opens. */
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

/** This tab's access token, refreshed when about to expire; null without a session. */
export async function accessToken(): Promise<string | null> {
  const { data } = await browserClient().auth.getSession();
  return data.session?.access_token ?? null;
}

export function clientWithFetch(send: typeof fetch): SupabaseClient<Database> {
  if (!backendInUse) throw new Error('openBrowserClient() has not been called on this page');
  return createClient<Database>(backendInUse.url, backendInUse.publishableKey, {
    accessToken,
    global: { fetch: send },
  });
}
