import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../data/database-types.ts';
import type { UploadOwner } from './upload-request.ts';

type Client = SupabaseClient<Database>;

/** The row could not be made, for a reason that the person can understand. */
export class RowRefusal extends Error {}

async function lastPlace(client: Client, appId: string): Promise<number> {
  const { data } = await client
    .from('app_media')
    .select('sort_order')
    .eq('app_id', appId)
    .order('sort_order', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0]?.sort_order ?? 0;
}

/**
 * Makes the row of media or app_media, an app's as the last of its pictures. The id is the upload's: a second try
 * finds the row of the first.
 */
export async function makeRow(client: Client, id: string, owner: UploadOwner, url: string): Promise<void> {
  const { kind, alt } = owner;
  const { error } =
    owner.source === 'service'
      ? await client.from('media').insert({ id, service_id: owner.id, kind, url, alt })
      : await client.from('app_media').insert({
          id,
          app_id: owner.id,
          kind,
          url,
          alt,
          sort_order: (await lastPlace(client, owner.id)) + 1,
        });
  if (!error || error.message.includes('_pkey')) return;
  if (error.code === '23503') {
    throw new RowRefusal(`Someone deleted this ${owner.source}. Choose another one.`);
  }
  if (error.code === '42501')
    throw new RowRefusal("You don't have permission to change content. Ask an owner.");
  throw error;
}

/** The address in the row that an upload became; null when it became none. */
export async function findRow(client: Client, id: string): Promise<string | null> {
  const [media, appMedia] = await Promise.all([
    client.from('media').select('url').eq('id', id).maybeSingle().throwOnError(),
    client.from('app_media').select('url').eq('id', id).maybeSingle().throwOnError(),
  ]);
  return media.data?.url ?? appMedia.data?.url ?? null;
}
