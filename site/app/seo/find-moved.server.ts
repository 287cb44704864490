import type { SupabaseClient } from '@supabase/supabase-js';
import { redirect } from 'react-router';
import type { Database } from '../data/database-types.ts';
import { readFailure } from '../data/read-or-throw.ts';
import { recordPaths, type RecordKind } from './record-paths.ts';

/**
 * For a slug that no visible record has: throws the redirect to where the record went, or says whether its page is
 * gone (410) or was never known (404). One hop always: the row names the record, not its next address.
 */
export async function findMoved(
  client: SupabaseClient<Database>,
  kind: RecordKind,
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
  // A name may be taken back, so no browser may keep this answer unasked: two kept ones would be a circle.
  throw redirect(recordPaths[kind](now.data.slug) + new URL(request.url).search, {
    status: 301,
    headers: { 'cache-control': 'public, no-cache' },
  });
}
