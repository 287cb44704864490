import type { SupabaseClient } from '@supabase/supabase-js';
import { redirect } from 'react-router';
import { recordPath, type ContentTable } from '../content/content-types.ts';
import type { Database } from '../data/database-types.ts';
import { readFailure } from '../data/read-or-throw.ts';
import { redirectIfMade } from './redirect-if-made.server.ts';

/**
 * For a slug without a visible record: throws the redirect to the record's present slug, or the one that an editor made,
 * or returns 410 (deleted) or 404. Always one hop, because former slugs refer to the record.
 */
export async function redirectIfMoved(
  client: SupabaseClient<Database>,
  kind: ContentTable,
  slug: string,
  request: Request,
): Promise<404 | 410> {
  const status = await redirectToRecord(client, kind, slug, request);
  await redirectIfMade(client, request);
  return status;
}

async function redirectToRecord(
  client: SupabaseClient<Database>,
  kind: ContentTable,
  slug: string,
  request: Request,
): Promise<404 | 410> {
  const former = await client
    .from('former_slugs')
    .select('record_id')
    .eq('kind', kind)
    .eq('slug', slug)
    .maybeSingle();
  if (former.error) throw readFailure(`the address ${slug}`, former.error);
  if (!former.data) return 404;
  if (former.data.record_id === null) return 410;
  const now = await client
    .from(kind)
    .select('slug')
    .eq('id', former.data.record_id)
    .eq('is_published', true)
    .maybeSingle();
  if (now.error) throw readFailure(`the address ${slug}`, now.error);
  if (!now.data || now.data.slug === slug) return 404;
  // A slug may be taken back, so the redirect must be revalidated: two cached ones would be a loop.
  throw redirect(recordPath(kind, now.data.slug) + new URL(request.url).search, {
    status: 301,
    headers: { 'cache-control': 'public, no-cache' },
  });
}
