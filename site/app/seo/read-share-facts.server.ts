import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database-types.ts';
import { readFailure } from '../data/read-or-throw.ts';
import type { ShareFacts, ShareKind } from './share-image-path.ts';
import { appShare, postShare, serviceShare } from './share-facts.ts';
import { sitePages } from './site-pages.ts';

type Client = SupabaseClient<Database>;

/** Contents of the share image of a published record or page, or null. */
export async function readShareFacts(
  client: Client,
  kind: ShareKind,
  slug: string,
): Promise<ShareFacts | null> {
  if (kind === 'pages') return Object.entries(sitePages).find(([name]) => name === slug)?.[1] ?? null;
  const { data, error } = await readers[kind](client, slug);
  if (error) throw readFailure(`what to share of ${slug}`, error);
  return data;
}

const readers = {
  async services(client: Client, slug: string) {
    const { data, error } = await client
      .from('services')
      .select('name, slug, categories(name)')
      .eq('is_published', true)
      .eq('slug', slug)
      .maybeSingle();
    return { error, data: data && serviceShare({ ...data, category: data.categories?.name ?? null }) };
  },
  async apps(client: Client, slug: string) {
    const query = client.from('apps').select('name, slug, category').eq('is_published', true);
    const { data, error } = await query.eq('slug', slug).maybeSingle();
    return { error, data: data && appShare(data) };
  },
  async posts(client: Client, slug: string) {
    const query = client.from('posts').select('title, slug').eq('is_published', true);
    const { data, error } = await query.eq('slug', slug).maybeSingle();
    return { error, data: data && postShare(data) };
  },
};
