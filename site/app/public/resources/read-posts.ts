import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../data/database-types.ts';
import { readAll } from '../../data/read-all.ts';
import { readFailure, readOrThrow } from '../../data/read-or-throw.ts';

export interface PostCardData {
  title: string;
  slug: string;
  excerpt: string;
  cover: { url: string; alt: string } | null;
  publishedAt: string | null;
}

export interface PostPageData extends PostCardData {
  /** Markdown */
  body: string | null;
  updatedAt: string;
}

type Client = SupabaseClient<Database>;

/** Published posts, newest first; those without a date last. */
export async function readPublishedPosts(client: Client): Promise<PostCardData[]> {
  const rows = await readAll('posts', (from, to) =>
    selectPublished(client)
      .order('published_at', { ascending: false, nullsFirst: false })
      .order('id')
      .range(from, to),
  );
  return rows.map(toCard);
}

/** One published post, or null. */
export async function readPostBySlug(client: Client, slug: string): Promise<PostPageData | null> {
  const { data, error } = await selectPublished(client).eq('slug', slug).maybeSingle();
  if (error) throw readFailure(`the post ${slug}`, error);
  return data && toPage(data);
}

/** The post of a preview token, drafts too, or null. */
export async function readPostPreview(client: Client, token: string): Promise<PostPageData | null> {
  const [row] = readOrThrow('a preview of a post', await client.rpc('preview_posts', { token }));
  return row ? toPage(row) : null;
}

function selectPublished(client: Client) {
  return client.from('posts').select('*').eq('is_published', true);
}

type Row = NonNullable<Awaited<ReturnType<typeof selectPublished>>['data']>[number];

function toPage(row: Row): PostPageData {
  return { ...toCard(row), body: row.body, updatedAt: row.updated_at };
}

function toCard(row: Row): PostCardData {
  return {
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt ?? '',
    cover: row.cover_url ? { url: row.cover_url, alt: row.cover_alt ?? '' } : null,
    publishedAt: row.published_at,
  };
}
