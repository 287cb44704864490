import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { BackendAccess } from './backend-context.ts';
import type { Database } from './database-types.ts';

/** The one door that holds the secret key. Only the server's start and its verbs may open it, never a request. */
export function secretClient(access: BackendAccess, secretKey: string): SupabaseClient<Database> {
  return createClient<Database>(access.url, secretKey, {
    global: { fetch: access.fetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** Row level security reads the sign-up mode from this row, so that no caller can choose its own. */
export async function writeServerSettings(
  access: BackendAccess,
  secretKey: string,
  { SIGN_UP, localMode }: { SIGN_UP: string; localMode: boolean },
): Promise<void> {
  const row = { id: true, sign_up_mode: SIGN_UP, local_mode: localMode };
  const { error } = await secretClient(access, secretKey).from('settings').upsert(row);
  if (error) throw new Error(`the sign-up mode could not be written: ${error.message}`);
}
