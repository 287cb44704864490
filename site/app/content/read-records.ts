// Reads published records of a content table, or one record by slug or preview token.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { ServerClient } from '../data/server-client.ts';
import type { Database } from '../data/database-types.ts';
import { readAllRows, toReadError, dataOrThrow } from '../data/data-or-throw.ts';
import { contentTypeOf, type ContentTableName } from './content-types.ts';

/** A record as visitors read it; if its categories are rows, it contains the category's name. */
export type PublicRecord<Table extends ContentTableName> = Database['public']['Tables'][Table]['Row'] & {
  categories?: { name: string } | null;
};

/** The client's types do not support a table name that is one of several. */
function untyped(client: ServerClient): SupabaseClient {
  return client as unknown as SupabaseClient;
}

function columnsOf(table: ContentTableName): string {
  return contentTypeOf(table).columns.category === 'categories(name)' ? '*, categories(name)' : '*';
}

function selectPublished(client: ServerClient, table: ContentTableName) {
  return untyped(client).from(table).select(columnsOf(table)).eq('is_published', true);
}

/** Published records, newest first, those without a date last: all of them, or the first `limit`. */
export async function readPublishedRecords<Table extends ContentTableName>(
  client: ServerClient,
  table: Table,
  limit?: number,
): Promise<PublicRecord<Table>[]> {
  const { date } = contentTypeOf(table).columns;
  const select = () =>
    selectPublished(client, table)
      // created_at is never null, and its index does not support nulls last
      .order(date, { ascending: false, ...(date === 'published_at' ? { nullsFirst: false } : {}) })
      .order('id');
  const rows =
    limit === undefined
      ? await readAllRows(table, (from, to) =>
          select().range(from, to).overrideTypes<PublicRecord<Table>[], { merge: false }>(),
        )
      : dataOrThrow(
          table,
          await select().limit(limit).overrideTypes<PublicRecord<Table>[], { merge: false }>(),
        );
  return rows;
}

/** The parameters of a record's page, or of its preview. */
export type RecordParams = { slug: string; token?: undefined } | { token: string; slug?: undefined };

/**
 * The record that a page shows: a published one by its slug, or any to which a preview's token gives access; or null.
 */
export function readPublicRecord<Table extends ContentTableName>(
  client: ServerClient,
  table: Table,
  { slug, token }: RecordParams,
): Promise<PublicRecord<Table> | null> {
  return token === undefined ? readBySlug(client, table, slug) : readPreview(client, table, token);
}

async function readBySlug<Table extends ContentTableName>(
  client: ServerClient,
  table: Table,
  slug: string,
): Promise<PublicRecord<Table> | null> {
  const { data, error } = await selectPublished(client, table).eq('slug', slug).maybeSingle();
  if (error) throw toReadError(`the ${contentTypeOf(table).one} ${slug}`, error);
  return data as unknown as PublicRecord<Table> | null;
}

async function readPreview<Table extends ContentTableName>(
  client: ServerClient,
  table: Table,
  token: string,
): Promise<PublicRecord<Table> | null> {
  const response = await untyped(client).rpc(`preview_${table}`, { token }).select(columnsOf(table));
  const [row] = dataOrThrow(
    `a preview of a ${contentTypeOf(table).one}`,
    response,
  ) as unknown as PublicRecord<Table>[];
  return row ?? null;
}
