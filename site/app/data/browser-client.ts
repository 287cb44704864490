import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';
import type { BrowserBackend } from './server-client.ts';

let client: SupabaseClient<Database> | undefined;

/** Called once by the loaders of /auth and the dashboard, in the browser, before the first use of the client. */
export function openBrowserClient(backend: BrowserBackend): SupabaseClient<Database> {
  // Without options on purpose: the spec's session defaults are the client's own (P-172).
  client ??= createClient<Database>(backend.url || location.origin, backend.publishableKey);
  return client;
}

/** The one client of this browser tab. */
export function browserClient(): SupabaseClient<Database> {
  if (!client) throw new Error('openBrowserClient() has not been called on this page');
  return client;
}
