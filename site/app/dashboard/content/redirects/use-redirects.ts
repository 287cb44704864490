// Reads, saves, deletes redirects; reads the missed paths or dismisses one.
import { browserClient } from '../../../data/browser-client.ts';
import { isRetriedInsert } from '../../../data/is-retried-insert.ts';
import { newestFirstOrder, type KeysetCursor } from '../../../data/keyset-cursor.ts';
import { readPageNewestFirst, usePagedQuery } from '../../../data/read-newest.ts';
import {
  contentTables,
  contentTypeOf,
  recordPath,
  type ContentTableName,
} from '../../../content/content-types.ts';
import { isPublicRecord, type StoredRecord } from '../content-form.ts';
import { contentTableQuery, toContentError } from '../content-records.ts';
import { redirectTexts } from './redirect-texts.ts';

const perPage = 50;
export const redirectsQueryName = 'redirects';
export const missedPathsQueryName = 'missed-paths';

function readRedirects(after: KeysetCursor | null) {
  const redirects = browserClient().from('redirects').select('id, from_path, target, status, created_at');
  return readPageNewestFirst(redirects, perPage, after);
}

export type StoredRedirect = Awaited<ReturnType<typeof readRedirects>>['items'][number];

/** The redirects, the latest first. */
export function useRedirects() {
  return usePagedQuery([redirectsQueryName], readRedirects);
}

/** A path that visitors requested and that does not exist; the path is its id. */
export interface MissedPath {
  id: string;
  visits: number;
  last_at: string;
}

async function readMissed(after: number | null) {
  const from = after ?? 0;
  const { data } = await browserClient()
    .from('missed_paths')
    .select('id:path, visits, last_at')
    .order('visits', newestFirstOrder)
    .order('last_at', newestFirstOrder)
    .order('path')
    .range(from, from + perPage)
    .throwOnError();
  const items: MissedPath[] = data.slice(0, perPage);
  return { items, next: data.length > perPage ? from + perPage : null };
}

/** Paths that were not found, the most requested first; at most 500. */
export function useMissedPaths() {
  return usePagedQuery([missedPathsQueryName], readMissed);
}

/** A former address of a record; `record` is null once it was deleted. */
export interface FormerAddress {
  id: string;
  from: string;
  created_at: string;
  record: { name: string; path: string; isPublic: boolean } | null;
}

async function readFormerAddresses(after: number | null) {
  const from = after ?? 0;
  const { data } = await browserClient()
    .from('former_slugs')
    .select('kind, slug, record_id, created_at')
    .order('created_at', newestFirstOrder)
    .order('kind')
    .order('slug')
    .range(from, from + perPage)
    .throwOnError();
  const listed = data.slice(0, perPage);
  const records = new Map<string, FormerAddress['record']>();
  for (const table of contentTables) {
    const ids = listed.flatMap(({ kind, record_id: id }) => (kind === table && id !== null ? [id] : []));
    if (ids.length === 0) continue;
    const { columns } = contentTypeOf(table);
    const { data: rows } = await contentTableQuery(table)
      .select<string, StoredRecord>(`id, slug, is_published, published_at, ${columns.name}`)
      .in('id', ids)
      .throwOnError();
    for (const row of rows)
      records.set(row.id, {
        name: String(row[columns.name]),
        path: recordPath(table, row.slug),
        isPublic: isPublicRecord(row),
      });
  }
  const items = listed.map(({ kind, slug, record_id: id, created_at: createdAt }): FormerAddress => ({
    id: `${kind}/${slug}`,
    from: recordPath(kind as ContentTableName, slug),
    created_at: createdAt,
    record: (id !== null && records.get(id)) || null,
  }));
  return { items, next: data.length > perPage ? from + perPage : null };
}

/** Former addresses of pages, the latest first. */
export function useFormerAddresses() {
  return usePagedQuery([redirectsQueryName, 'automatic'], readFormerAddresses);
}

type RedirectSave = Omit<StoredRedirect, 'created_at'> & { isNew: boolean };

/** Creates a redirect, or changes the one with this id. */
export async function saveRedirect({ isNew, id, ...columns }: RedirectSave) {
  const redirects = browserClient().from('redirects');
  const { error } = await (isNew
    ? redirects.insert({ id, ...columns })
    : redirects.update(columns).eq('id', id));
  if (error && !isRetriedInsert(error)) throw toContentError(error, { 23505: redirectTexts.errors.taken });
  return columns;
}

export async function deleteRedirect(id: string): Promise<void> {
  const { error } = await browserClient().from('redirects').delete().eq('id', id);
  if (error) throw toContentError(error);
}

export async function dismissMissedPath(path: string): Promise<void> {
  const { error } = await browserClient().from('missed_paths').delete().eq('path', path);
  if (error) throw toContentError(error);
}
