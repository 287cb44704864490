import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';

export interface OutboxState {
  waiting: number;
  oldestSeconds: number;
  /** Given up in the last 7 days. */
  failed: number;
}

/** As an owner or with the secret key; null where the database does not say. */
export async function readOutboxState(client: SupabaseClient<Database>): Promise<OutboxState | null> {
  const { data } = await client.rpc('outbox_state').maybeSingle();
  return data && { waiting: data.waiting, oldestSeconds: data.oldest_seconds, failed: data.failed };
}
