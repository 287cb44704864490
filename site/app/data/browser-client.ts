// The client of the backend in the browser, which repeats calls with a fresh token.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';
import type { BrowserClientConfig } from './server-client.ts';
import type { TokenRejection, SessionClient } from './retry-with-fresh-token.ts';

/** Paths whose responses may contain a session. */
const sessionPath = /\/auth\/v1\/(?:token|signup|verify)\b/;

const doubt: TokenRejection = { refusedAt: undefined };

/** Whether a fresh token was refused, which is probably due to the clock of this device. */
export function isClockProbablyWrong(): boolean {
  return doubt.refusedAt !== undefined;
}

/**
 * Sets `expires_at` by this device's clock, because the client compares it with that clock. With the server's time, a
 * device whose clock is wrong would refresh at every call, or never.
 */
async function dateByDevice(response: Response): Promise<Response> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { expires_in?: unknown } | null;
  if (!response.ok || typeof body?.expires_in !== 'number') return response;
  const expiresAt = Math.round(Date.now() / 1_000) + body.expires_in;
  const { status, headers } = response;
  return Response.json({ ...body, expires_at: expiresAt }, { status, headers });
}

/** A fetch for calls of an account: a call refused because of an expired token is repeated once with a fresh one. */
function sessionFetch(
  readAuth: () => SessionClient | undefined,
  send: typeof fetch = (...call) => fetch(...call),
): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (sessionPath.test(String(input))) return dateByDevice(response);
    if (response.ok) doubt.refusedAt = undefined;
    const auth = readAuth();
    if (!auth || ![400, 401, 403].includes(response.status)) return response;
    const lazily = await import('./retry-with-fresh-token.ts').catch(() => null);
    return lazily?.retryWithFreshToken(response, { url: String(input), init, auth, send, doubt }) ?? response;
  };
}

type Client = SupabaseClient<Database>;
type Options = NonNullable<Parameters<typeof import('@supabase/supabase-js').createClient>[2]>;

let create: ((options?: Options) => Client) | undefined;
let client: Client | undefined;
let backendInUse: BrowserClientConfig | undefined;
let resolveOpened: (client: Client) => void;
const opened = new Promise<Client>((resolve) => (resolveOpened = resolve));

/** Retries a call with a fresh token, because a token that is valid by the clock of this device may have expired. */
const accountFetch = sessionFetch(() => client?.auth);

/**
 * Called by /auth and the dashboard before the first use of the client. Resolves once its library is loaded. If
 * loading fails, it is tried again when the browser is online again and at each call of `loadBrowserClient`.
 */
export function openBrowserClient(backend: BrowserClientConfig): Promise<Client> {
  backendInUse ??= backend;
  loadBrowserClient().catch(() =>
    addEventListener('online', () => void openBrowserClient(backend), { once: true }),
  );
  return opened;
}

/**
 * The client; loads its library if needed, because /auth may be used before it has loaded (the dashboard includes it).
 * Rejects if it cannot be fetched; a later call retries.
 */
export async function loadBrowserClient(): Promise<Client> {
  if (!backendInUse) throw new Error('openBrowserClient() has not been called on this page');
  const { url, publishableKey } = backendInUse;
  const { createClient } = await import('@supabase/supabase-js');
  create ??= (options) => createClient<Database>(url || location.origin, publishableKey, options);
  // No session options, because the specification's defaults are those of the client (P-172).
  client ??= create({ global: { fetch: accountFetch } });
  resolveOpened(client);
  return client;
}

/** Call it only if a session is known, or after `loadBrowserClient`. */
export function browserClient(): Client {
  if (!client) throw new Error('the client is not open on this page yet');
  return client;
}

function createSecondClient(options: Options): Client {
  if (!create) throw new Error('the client is not open on this page yet');
  return create(options);
}

/** A client that does not change this browser's session, to find out whose session a link contains. */
export function createDetachedClient(): Client {
  return createSecondClient({
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: false,
      storageKey: 'detached',
    },
  });
}

/** The origin of the backend, which stores our pictures: the page's own, or that of a hosted project. */
export function backendOrigin(): string {
  return new URL(backendInUse?.url || location.origin).origin;
}

/** This tab's access token, refreshed if it expires soon; null without a session. */
async function accessToken(): Promise<string | null> {
  const { data } = await browserClient().auth.getSession();
  return data.session?.access_token ?? null;
}

/**
 * Requests JSON from a route of the site as this account, with POST if there is a body. `body` is null for a response
 * that is not JSON, e.g. of a proxy or a server that is stopping. Throws if there is no response.
 */
export async function fetchJsonAsUser<Body>(
  path: string,
  sent?: object,
): Promise<{ ok: boolean; body: Body | null }> {
  const headers = {
    authorization: `Bearer ${(await accessToken()) ?? ''}`,
    'content-type': 'application/json',
  };
  const post = sent && { method: 'POST', body: JSON.stringify(sent) };
  const response = await accountFetch(path, { ...post, headers });
  return { ok: response.ok, body: (await response.json().catch(() => null)) as Body | null };
}

/** Loads a file from a route of the site as this account; null if it does not exist. `name` is set by the server. */
export async function fetchFileAsUser(path: string): Promise<{ blob: Blob; name: string | null } | null> {
  const response = await accountFetch(path, {
    headers: { authorization: `Bearer ${(await accessToken()) ?? ''}` },
  });
  if (!response.ok) return null;
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await response.blob(), name: named === undefined ? null : decodeURIComponent(named) };
}

export function createSessionClientWithFetch(send: typeof fetch): Client {
  return createSecondClient({ accessToken, global: { fetch: sessionFetch(() => client?.auth, send) } });
}
