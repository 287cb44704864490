import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { RouterContextProvider } from 'react-router';
import { backendContext } from './backend-context.ts';
import type { Database } from './database-types.ts';

/**
 * The client of the site's server: the real supabase-js as the anonymous visitor (publishable key),
 * so row level security decides what a page can show. Made anew for every request; `headers` go with all it sends.
 */
export function serverClient(
  context: Readonly<RouterContextProvider>,
  headers: Record<string, string> = {},
): SupabaseClient<Database> {
  const backend = context.get(backendContext);
  return createClient<Database>(backend.url, backend.publishableKey, {
    global: { fetch: backend.fetch, headers },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** What the browser's client is made from: see browser-client.ts. */
export interface BrowserBackend {
  /** '' stands for the page's own origin. */
  url: string;
  publishableKey: string;
}

/** For the loaders of /auth and the dashboard. */
export function browserBackend(context: Readonly<RouterContextProvider>): BrowserBackend {
  const backend = context.get(backendContext);
  return { url: backend.publicOrigin, publishableKey: backend.publishableKey };
}
