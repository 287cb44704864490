import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { RouterContextProvider } from 'react-router';
import { backendContext, type BackendAccess } from './backend-context.ts';
import type { Database } from './database-types.ts';
import { retryReads } from './retry-reads.ts';

const clients = new WeakMap<BackendAccess, SupabaseClient<Database>>();

/**
 * supabase-js as the anonymous visitor (publishable key), so row level security decides what a page shows. Shared by
 * all pages, because it stores nothing of a visitor; with `headers` it is made for this request.
 */
export function serverClient(
  context: Readonly<RouterContextProvider>,
  headers?: Record<string, string>,
): SupabaseClient<Database> {
  const backend = context.get(backendContext);
  const { url, publishableKey } = backend;
  const fetch = retryReads(backend.fetch);
  const db = { retry: false };
  if (headers) {
    return createClient<Database>(url, publishableKey, {
      global: { fetch, headers },
      db,
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  }
  // No session exists here, and `auth` must not be used by mistake.
  const accessToken = () => Promise.resolve(null);
  const client =
    clients.get(backend) ??
    createClient<Database>(url, publishableKey, { global: { fetch }, db, accessToken });
  clients.set(backend, client);
  return client;
}

/** What the browser's client is made from: see browser-client.ts. */
export interface BrowserBackend {
  /** '' is the page's own origin. */
  url: string;
  publishableKey: string;
  strictPasswords: boolean;
}

export function browserBackend(context: Readonly<RouterContextProvider>): BrowserBackend {
  const backend = context.get(backendContext);
  const { publicOrigin: url, publishableKey, strictPasswords } = backend;
  return { url, publishableKey, strictPasswords };
}
