import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database-types.ts';

/** The bytes of an uploaded logo; null where it cannot be read. */
export async function readLogo(client: SupabaseClient<Database>, url: string): Promise<Buffer | null> {
  const [, path] = /\/object\/public\/pictures\/(.+)$/.exec(url) ?? [];
  if (path === undefined) return null;
  const { data } = await client.storage.from('pictures').download(path);
  return data && Buffer.from(await data.arrayBuffer());
}
