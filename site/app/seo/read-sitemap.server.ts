// Reads the entries of the sitemap: open site pages, published records, their change times.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { RouterContextProvider } from 'react-router';
import {
  isPageOpen,
  contentTables,
  contentTypeOf,
  recordPath,
  type ContentTableName,
} from '../content/content-types.ts';
import { backendContext } from '../data/backend-context.ts';
import { dataOrThrow } from '../data/data-or-throw.ts';
import { serverClient, type ServerClient } from '../data/server-client.ts';
import { sitePagePaths } from './site-pages.ts';
import { newestChangeTime, type SitemapEntry } from './xml.ts';

/** The row limit of a Supabase response. */
const pageSize = 1_000;

interface Row {
  slug: string;
  updated_at: string;
  /** a scheduled record counts as changed from this time on */
  published_at: string | null;
  /** whether search engines are asked not to list its page */
  hidden: boolean | null;
  /** rows of another table that its page shows, or a single row */
  shown?: unknown;
}

/** Every URL that may be indexed: the site's pages, and published records that are not hidden from search engines. */
export async function readSitemap(context: Readonly<RouterContextProvider>): Promise<SitemapEntry[]> {
  const client = serverClient(context);
  const { agency } = await context.get(backendContext).agency.read();
  const lists = await Promise.all(contentTables.map((table) => readEntries(client, table)));
  // A list's date is the newest of its records; other pages have none.
  const changes: Record<string, string | null> = Object.fromEntries(
    contentTables.map((table, i) => [contentTypeOf(table).path, newestChangeTime(lists[i] ?? [])]),
  );
  const [services = [], apps = []] = lists;
  changes['/'] = newestChangeTime([...services, ...apps]);
  const paths = sitePagePaths.filter((path) => isPageOpen(path.slice(1), agency.openPages));
  const records = lists.flat().filter(({ isHidden }) => !isHidden);
  return [
    ...paths.map((path) => ({ path, changedAt: changes[path] ?? null })),
    ...records.map(({ path, changedAt }) => ({ path, changedAt })),
  ];
}

const dated = 'slug, updated_at, published_at, hidden:seo->hidden';

/** A hidden record is no entry, but the date of its list counts its changes. */
interface RecordEntry extends SitemapEntry {
  isHidden: boolean;
}

async function readEntries(client: ServerClient, table: ContentTableName): Promise<RecordEntry[]> {
  const { alsoShown } = contentTypeOf(table);
  const columns = alsoShown === null ? dated : `${dated}, shown:${alsoShown}`;
  const rows = await readAll((after) =>
    // the client's types do not support a table name that is one of several
    (client as unknown as SupabaseClient)
      .from(table)
      .select(columns)
      .eq('is_published', true)
      .gt('slug', after)
      .order('slug')
      .limit(pageSize)
      .overrideTypes<Row[], { merge: false }>(),
  );
  return rows.map(({ slug, updated_at: updatedAt, published_at: publishedAt, hidden, shown }) => {
    const dates = [updatedAt, ...(publishedAt === null ? [] : [publishedAt]), ...datesIn(shown)].map(
      (changedAt) => ({ changedAt }),
    );
    return {
      path: recordPath(table, slug),
      changedAt: newestChangeTime(dates),
      isHidden: hidden === true,
    };
  });
}

function datesIn(shown: unknown): string[] {
  const rows = Array.isArray(shown) ? shown : [shown ?? {}];
  return rows.flatMap((row: object) => Object.values(row));
}

/** Keyset pages by slug. */
async function readAll(
  read: (after: string) => PromiseLike<{ data: Row[] | null; error: { message: string } | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let found: Row[];
  do {
    found = dataOrThrow('the sitemap', await read(rows.at(-1)?.slug ?? ''));
    rows.push(...found);
  } while (found.length === pageSize);
  return rows;
}
