import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../data/database-types.ts';
import { readBySlug, readPreview, readPublished, type PublicRecord } from '../../content/read-records.ts';

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
  return (await readPublished(client, 'posts')).map(toCard);
}

export async function readPostBySlug(client: Client, slug: string): Promise<PostPageData | null> {
  const row = await readBySlug(client, 'posts', slug);
  return row && toPage(row);
}

/** Includes drafts; null for an invalid token. */
export async function readPostPreview(client: Client, token: string): Promise<PostPageData | null> {
  const row = await readPreview(client, 'posts', token);
  return row && toPage(row);
}

type Row = PublicRecord<'posts'>;

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
