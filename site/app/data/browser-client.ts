// The client of the backend in the browser, which repeats calls with a fresh token.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';
import type { BrowserBackend } from './server-client.ts';
import type { ClockDoubt, SessionAuth } from './repeat-refused.ts';

/** Their responses may carry a session. */
const sessionPath = /\/auth\/v1\/(?:token|signup|verify)\b/;

const doubt: ClockDoubt = { refusedAt: undefined };

/** Whether a fresh token was refused: the clock of this device is the likely cause. */
export function isClockSuspected(): boolean {
  return doubt.refusedAt !== undefined;
}

/**
 * When a session ends, by this device's clock: the client compares it with that alone, and with the server's time would
 * refresh at each call, or never.
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

/** A fetch for calls as an account: one that is refused for an expired token is repeated once with a fresh one. */
function sessionFetch(
  readAuth: () => SessionAuth | undefined,
  send: typeof fetch = (...call) => fetch(...call),
): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (sessionPath.test(String(input))) return dateByDevice(response);
    if (response.ok) doubt.refusedAt = undefined;
    const auth = readAuth();
    if (!auth || ![400, 401, 403].includes(response.status)) return response;
    const lazily = await import('./repeat-refused.ts').catch(() => null);
    return lazily?.retryWithFreshToken(response, { url: String(input), init, auth, send, doubt }) ?? response;
  };
}

type Client = SupabaseClient<Database>;
type Options = NonNullable<Parameters<typeof import('@supabase/supabase-js').createClient>[2]>;

let create: ((options?: Options) => Client) | undefined;
let client: Client | undefined;
let backendInUse: BrowserBackend | undefined;
let resolveOpened: (client: Client) => void;
const opened = new Promise<Client>((resolve) => (resolveOpened = resolve));

/** A token that this device takes for valid may have expired. */
const accountFetch = sessionFetch(() => client?.auth);

/**
 * Called by /auth and the dashboard before the first use of the client. Resolves once its library is fetched, however
 * often that was tried: when the browser is online again, and when a form is sent.
 */
export function openBrowserClient(backend: BrowserBackend): Promise<Client> {
  backendInUse ??= backend;
  fetchBrowserClient().catch(() =>
    addEventListener('online', () => void openBrowserClient(backend), { once: true }),
  );
  return opened;
}

/**
 * The client, also where its library is not here yet: /auth can be used before, the dashboard brings it along. Rejects
 * where it cannot be fetched; a later call fetches it again.
 */
export async function fetchBrowserClient(): Promise<Client> {
  if (!backendInUse) throw new Error('openBrowserClient() has not been called on this page');
  const { url, publishableKey } = backendInUse;
  const { createClient } = await import('@supabase/supabase-js');
  create ??= (options) => createClient<Database>(url || location.origin, publishableKey, options);
  // No options of the session on purpose: the specification's defaults are the client's (P-172).
  client ??= create({ global: { fetch: accountFetch } });
  resolveOpened(client);
  return client;
}

/** Where a session is known, or `fetchBrowserClient` was awaited. */
export function browserClient(): Client {
  if (!client) throw new Error('the client is not open on this page yet');
  return client;
}

function createSecondClient(options: Options): Client {
  if (!create) throw new Error('the client is not open on this page yet');
  return create(options);
}

/** A client that leaves this browser's session alone, to find out whose session a link opens. */
export function detachedClient(): Client {
  return createSecondClient({
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: false,
      storageKey: 'detached',
    },
  });
}

/** This tab's access token, refreshed when about to expire; null without a session. */
async function accessToken(): Promise<string | null> {
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
  const response = await accountFetch(path, { ...post, headers });
  return { ok: response.ok, body: (await response.json().catch(() => null)) as Body | null };
}

/** A file from a route of the site, as this account; null where there is none. `name` is as the server names it. */
export async function fetchFileAsUser(path: string): Promise<{ blob: Blob; name: string | null } | null> {
  const response = await accountFetch(path, {
    headers: { authorization: `Bearer ${(await accessToken()) ?? ''}` },
  });
  if (!response.ok) return null;
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await response.blob(), name: named === undefined ? null : decodeURIComponent(named) };
}

export function clientWithFetch(send: typeof fetch): Client {
  return createSecondClient({ accessToken, global: { fetch: sessionFetch(() => client?.auth, send) } });
}
