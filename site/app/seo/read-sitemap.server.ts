import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database-types.ts';
import { readOrThrow } from '../data/read-or-throw.ts';
import { recordPaths } from './record-paths.ts';
import { sitePages } from './site-pages.ts';
import { newest, type SitemapEntry } from './sitemap-xml.ts';

type Client = SupabaseClient<Database>;

/** The row limit of a Supabase response. */
const pageSize = 1_000;

interface Row {
  slug: string;
  updated_at: string;
}

/** Every URL that may be indexed: the site's pages and published records. */
export async function readSitemap(client: Client): Promise<SitemapEntry[]> {
  const [services, apps, posts] = await Promise.all([
    readAll((after) =>
      page(client.from('services').select('slug, updated_at, categories(updated_at)'), after),
    ),
    readAll((after) => page(client.from('apps').select('slug, updated_at, app_media(created_at)'), after)),
    readAll((after) => page(client.from('posts').select('slug, updated_at'), after)),
  ]);
  const records = {
    services: services.map((row) => entry('services', row, [row.categories?.updated_at])),
    apps: apps.map((row) =>
      entry(
        'apps',
        row,
        row.app_media.map(({ created_at }) => created_at),
      ),
    ),
    posts: posts.map((row) => entry('posts', row, [])),
  };
  // A list's date is the newest of its records; other pages have none.
  const changes: Record<string, string | null> = {
    home: newest([...records.services, ...records.apps]),
    services: newest(records.services),
    apps: newest(records.apps),
    resources: newest(records.posts),
  };
  return [
    ...Object.entries(sitePages).map(([name, { path }]) => ({ path, changedAt: changes[name] ?? null })),
    ...records.services,
    ...records.apps,
    ...records.posts,
  ];
}

function entry(kind: keyof typeof recordPaths, row: Row, alsoShown: (string | undefined)[]): SitemapEntry {
  const dates = [row.updated_at, ...alsoShown].map((date) => ({ changedAt: date ?? null }));
  return { path: recordPaths[kind](row.slug), changedAt: newest(dates) };
}

/** Keyset pages by slug. */
async function readAll<Found extends Row>(
  read: (after: string) => PromiseLike<{ data: Found[] | null; error: { message: string } | null }>,
): Promise<Found[]> {
  const rows: Found[] = [];
  let found: Found[];
  do {
    found = readOrThrow('the sitemap', await read(rows.at(-1)?.slug ?? ''));
    rows.push(...found);
  } while (found.length === pageSize);
  return rows;
}

interface Pageable<Query> {
  eq(column: 'is_published', value: true): Query;
}

interface Ordered<Query> {
  gt(column: 'slug', value: string): Query;
  order(column: 'slug'): Query;
  limit(count: number): Query;
}

function page<Query extends Ordered<Query>>(query: Pageable<Query>, after: string): Query {
  return query.eq('is_published', true).gt('slug', after).order('slug').limit(pageSize);
}
