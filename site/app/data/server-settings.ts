// Server's secret-key Supabase client: writes the settings row, header keys; queues backup problem mails.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { BackendAccess } from './backend-context.ts';
import type { Database } from './database-types.ts';

/**
 * The only client with the secret key, for the server's start, its background jobs and its commands. Requests
 * get only account-inviter.ts.
 */
export function createSecretKeyClient(
  access: Pick<BackendAccess, 'url' | 'fetch'>,
  keys: { secretKey: string },
): SupabaseClient<Database> {
  return createClient<Database>(access.url, keys.secretKey, {
    global: { fetch: fetchWithCurrentKey(access.fetch, keys) },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** A client has a fixed key, but a server may run longer than its key is valid. */
function fetchWithCurrentKey(fetchFrom: typeof fetch, keys: { secretKey: string }): typeof fetch {
  const first = keys.secretKey;
  return (input, init) => {
    if (keys.secretKey === first) return fetchFrom(input, init);
    const headers = new Headers(init?.headers);
    headers.set('apikey', keys.secretKey);
    if (headers.get('authorization') === `Bearer ${first}`)
      headers.set('authorization', `Bearer ${keys.secretKey}`);
    return fetchFrom(input, { ...init, headers });
  };
}

/**
 * Row level security reads the sign-up mode from this row, so that callers cannot choose it; the server's signing key
 * is written too. Returns why that failed: leads are stored even without it.
 */
export async function writeServerSettings(
  access: BackendAccess,
  keys: { secretKey: string },
  { SIGN_UP, localMode }: { SIGN_UP: string; localMode: boolean },
): Promise<string | undefined> {
  const row = { id: true, sign_up_mode: SIGN_UP, local_mode: localMode };
  const client = createSecretKeyClient(access, keys);
  const { error } = await client.from('settings').upsert(row);
  if (error) throw new Error(`the sign-up mode could not be written: ${error.message}`);
  return storeHeaderSigningKeys(client, access);
}

/** The database then accepts both keys. Returns the error message, if any. */
export async function storeHeaderSigningKeys(
  client: SupabaseClient<Database>,
  { headerKey, previousHeaderKey }: Pick<BackendAccess, 'headerKey' | 'previousHeaderKey'>,
): Promise<string | undefined> {
  // All rows need the same columns; the service role may not delete one, so its validity ends instead.
  const rows = [
    { name: 'lead_header', value: headerKey, valid_until: null },
    {
      name: 'lead_header_previous',
      value: previousHeaderKey?.value ?? headerKey,
      valid_until: previousHeaderKey?.validUntil ?? new Date(0).toISOString(),
    },
  ];
  const { error } = await client.from('server_keys').upsert(rows);
  return error?.message;
}

/** Queues a mail for every owner; none if there is no owner. */
export async function queueBackupProblemMail(
  access: BackendAccess,
  keys: { secretKey: string },
  problem: string,
): Promise<void> {
  const { error } = await createSecretKeyClient(access, keys).rpc('mail_backup_problem', { problem });
  if (error) throw new Error(error.message);
}
