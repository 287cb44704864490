// Reads published posts for cards; reads one post with its Markdown body for its page.
import type { ServerClient } from '../../data/server-client.ts';
import { recordSeoOf, type RecordSeo } from '../../seo/record-seo.ts';
import {
  readPublishedRecords,
  readPublicRecord,
  type PublicRecord,
  type RecordParams,
} from '../../content/read-records.ts';

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
  seo: RecordSeo;
}

/** Published posts, newest first; those without a date last. */
export async function readPublishedPosts(client: ServerClient): Promise<PostCardData[]> {
  return (await readPublishedRecords(client, 'posts')).map(toCard);
}

export async function readPost(client: ServerClient, params: RecordParams): Promise<PostPageData | null> {
  const row = await readPublicRecord(client, 'posts', params);
  return row && { ...toCard(row), body: row.body, updatedAt: row.updated_at, seo: recordSeoOf(row.seo) };
}

function toCard(row: PublicRecord<'posts'>): PostCardData {
  return {
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt ?? '',
    cover: row.cover_url ? { url: row.cover_url, alt: row.cover_alt ?? '' } : null,
    publishedAt: row.published_at,
  };
}
