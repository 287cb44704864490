import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { BackendAccess } from './backend-context.ts';
import type { Database } from './database-types.ts';

/**
 * The only client with the secret key: for the server's start, its mail worker, its sweeper and its commands.
 * Requests only get open-account-links.ts.
 */
export function secretClient(
  access: Pick<BackendAccess, 'url' | 'fetch'>,
  secretKey: string,
): SupabaseClient<Database> {
  return createClient<Database>(access.url, secretKey, {
    global: { fetch: access.fetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/**
 * Row level security reads the sign-up mode from this row, so that callers cannot choose it; the row also has the
 * server's signing key.
 */
export async function writeServerSettings(
  access: BackendAccess,
  secretKey: string,
  { SIGN_UP, localMode }: { SIGN_UP: string; localMode: boolean },
): Promise<void> {
  const row = { id: true, sign_up_mode: SIGN_UP, local_mode: localMode };
  const client = secretClient(access, secretKey);
  const { error } = await client.from('settings').upsert(row);
  if (error) throw new Error(`the sign-up mode could not be written: ${error.message}`);
  const key = await client.from('server_keys').upsert({ name: 'lead_header', value: access.headerKey });
  // Leads are stored without it too, so it must not keep the server from starting.
  if (key.error)
    console.error(
      `where leads come from will not be known, its key could not be written: ${key.error.message}`,
    );
}
