// Clients of the backend on the site's server, for visitors or for the requesting account.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { RouterContextProvider } from 'react-router';
import { backendContext, type BackendAccess } from './backend-context.ts';
import type { Database } from './database-types.ts';

/** supabase-js with the types of our database. */
export type ServerClient = SupabaseClient<Database>;

const clients = new WeakMap<BackendAccess, ServerClient>();

/**
 * supabase-js as an anonymous visitor (publishable key), so row level security decides what a page shows. Shared by all
 * pages, because it stores nothing of a visitor; with `headers` it is created for this request.
 */
export function serverClient(
  context: Readonly<RouterContextProvider>,
  headers?: Record<string, string>,
): ServerClient {
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
  // With `accessToken`, supabase-js throws if `auth` is used, which has no session here.
  const accessToken = () => Promise.resolve(null);
  const client =
    clients.get(backend) ??
    createClient<Database>(url, publishableKey, { global: { fetch }, db, accessToken });
  clients.set(backend, client);
  return client;
}

/** The data for the browser's client: see browser-client.ts. */
export interface BrowserClientConfig {
  /** '' means the page's own origin. */
  url: string;
  publishableKey: string;
  strictPasswords: boolean;
}

export function browserClientConfigOf(context: Readonly<RouterContextProvider>): BrowserClientConfig {
  const backend = context.get(backendContext);
  const { publicOrigin: url, publishableKey, strictPasswords } = backend;
  return { url, publishableKey, strictPasswords };
}

const initialDelayMs = 250;
const maxTotalMs = 3_000;

/**
 * A fetch that retries reads during an outage. It replaces the client's own retry, which repeats three times however
 * slow each response is: a page took 40 s when the network dropped packets to the database.
 */
function retryReads(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isRead = /^(GET|HEAD)$/.test(init?.method ?? 'GET');
    const deadline = performance.now() + maxTotalMs;
    for (let delayMs = initialDelayMs; ; delayMs *= 2) {
      const isLast = () =>
        !isRead || init?.signal?.aborted === true || performance.now() + delayMs > deadline;
      try {
        const response = await send(input, init);
        if (![503, 520].includes(response.status) || isLast()) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast()) throw error;
      }
      await new Promise((done) => setTimeout(done, delayMs));
    }
  };
}

/** The token with which fetchJsonAsUser() signs a request; undefined without one. */
export function bearerTokenOf({ headers }: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** A response for one account, which must not be cached. */
export function privateJsonResponse(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', vary: 'authorization' } });
}
