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

/**
 * Requests JSON from a route of the site as this account, with POST where there is something to send. `body` is null
 * for a response that is no JSON, as of a proxy or a server that is stopping. Throws where there is none.
 */
export async function fetchAsUser<Body>(
  path: string,
  sent?: object,
): Promise<{ ok: boolean; body: Body | null }> {
  const headers = {
    authorization: `Bearer ${(await accessToken()) ?? ''}`,
    'content-type': 'application/json',
  };
  const post = sent && { method: 'POST', body: JSON.stringify(sent) };
  const response = await fetch(path, { ...post, headers });
  return { ok: response.ok, body: (await response.json().catch(() => null)) as Body | null };
}

/** A file from a route of the site, as this account; null where there is none. `name` is as the server names it. */
export async function fetchFileAsUser(path: string): Promise<{ blob: Blob; name: string | null } | null> {
  const response = await fetch(path, { headers: { authorization: `Bearer ${(await accessToken()) ?? ''}` } });
  if (!response.ok) return null;
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await response.blob(), name: named === undefined ? null : decodeURIComponent(named) };
}

export function clientWithFetch(send: typeof fetch): SupabaseClient<Database> {
  if (!backendInUse) throw new Error('openBrowserClient() has not been called on this page');
  return createClient<Database>(backendInUse.url, backendInUse.publishableKey, {
    accessToken,
    global: { fetch: send },
  });
}
