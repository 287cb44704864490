// What a list of content shows: search and state, in the URL; reads a page of it.
import type { SupabaseClient } from '@supabase/supabase-js';
import { useSearchParams } from 'react-router';
import { browserClient } from '../../../data/browser-client.ts';
import type { KeysetCursor } from '../../../data/keyset-cursor.ts';
import { readPageNewestFirst, usePagedQuery } from '../../../data/read-newest.ts';
import type { ContentScreenDefinition, publicationStateOf, StoredRecord } from '../content-form.ts';
import { contentTableQuery } from '../content-records.ts';

export const recordStates = ['public', 'scheduled', 'draft'] as const satisfies ReturnType<
  typeof publicationStateOf
>[];

export interface RecordFilter {
  term: string;
  /** null: all */
  state: (typeof recordStates)[number] | null;
}

/** In the URL, so that a reload, a bookmark and the back button restore it. */
export function useRecordFilter() {
  const [params, setParams] = useSearchParams();
  const filter: RecordFilter = {
    term: (params.get('search') ?? '').trim(),
    state: recordStates.find((state) => state === params.get('state')) ?? null,
  };
  return {
    filter,
    isFiltered: filter.term !== '' || filter.state !== null,
    change(part: Partial<RecordFilter>): void {
      const { term, state } = { ...filter, ...part };
      const next = { ...(term !== '' && { search: term }), ...(state !== null && { state }) };
      setParams(new URLSearchParams(next), { replace: true, preventScrollReset: true });
    },
  };
}

const recordsPerPage = 50;
/** The client's types do not know that the function returns rows. */
type Rows = Parameters<typeof readPageNewestFirst<StoredRecord>>[0];

/** Sorted by creation, because drafts have no other date, and new records belong at the top. */
function readRecords(
  { table, columns, form }: ContentScreenDefinition,
  { term, state }: RecordFilter,
  after: KeysetCursor | null,
) {
  const { name, text, picture } = columns;
  const listed = `id, slug, is_published, published_at, created_at, updated_at, ${name}, ${text}, ${picture}`;
  const selected = form.row.columns === '' ? listed : `${listed}, ${form.row.columns}`;
  const found =
    term === ''
      ? contentTableQuery(table).select<string, StoredRecord>(selected)
      : (browserClient() as unknown as SupabaseClient)
          .rpc(`search_${table}`, { term })
          .select<string, StoredRecord>(selected);
  let records = state === null ? found : found.eq('is_published', state !== 'draft');
  // the database knows the time better than this device
  if (state === 'public') records = records.or('published_at.is.null,published_at.lte.now');
  if (state === 'scheduled') records = records.gt('published_at', 'now');
  return readPageNewestFirst(records as unknown as Rows, recordsPerPage, after);
}

/** The records that the filter lets through, drafts too. */
export function useListedRecords(screen: ContentScreenDefinition, filter: RecordFilter) {
  return usePagedQuery(
    [screen.table, 'all', filter],
    (after: KeysetCursor | null) => readRecords(screen, filter, after),
    { isFiltered: true },
  );
}
