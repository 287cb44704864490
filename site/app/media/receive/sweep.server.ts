import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../data/database-types.ts';

const oneHourMs = 3_600_000;

/** What is loose is found by holding every file against all content, so one server looks once an hour. */
let nextLook = 0;

/**
 * Removes what a cut connection or a killed server left behind: files that this account sent an hour ago and nobody
 * took, and pictures that nothing has named for a day. Never stands in the way of an answer.
 */
export async function sweep(client: SupabaseClient<Database>, userId: string): Promise<void> {
  const incoming = client.storage.from('incoming');
  const { data: sent } = await incoming.list(userId);
  const before = Date.now() - oneHourMs;
  const stale = (sent ?? []).filter(({ created_at: at }) => at !== null && Date.parse(at) < before);
  if (stale.length > 0) await incoming.remove(stale.map(({ name }) => `${userId}/${name}`));
  if (performance.now() < nextLook) return;
  nextLook = performance.now() + oneHourMs;
  const { data: loose } = await client.rpc('loose_pictures').throwOnError();
  if (loose.length > 0) await client.storage.from('pictures').remove(loose);
}
