import { useInfiniteQuery } from '@tanstack/react-query';
import { afterCursor, newestFirst, pageOf, type Cursor } from '../../../data/keyset-cursor.ts';
import type { ContentScreen, StoredRecord } from '../content-form.ts';
import { contentRows } from '../content-records.ts';

const recordsPerPage = 50;

/** By the day they were made: a draft has no other date, and a new record belongs on top. */
async function readRecords({ table, columns, form }: ContentScreen, after: Cursor | null) {
  const { name, text, picture } = columns;
  const listed = ['id', 'slug', 'is_published', 'published_at', 'created_at', name, text, picture];
  if (form.row.columns !== '') listed.push(form.row.columns);
  let query = contentRows(table)
    .select(listed.join(', '))
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(recordsPerPage + 1);
  if (after) query = query.or(afterCursor(after));
  const { data } = await query.throwOnError();
  return pageOf(data as unknown as StoredRecord[], recordsPerPage);
}

/** All records of a type, drafts included, newest first. */
export function useListedRecords(screen: ContentScreen) {
  return useInfiniteQuery({
    queryKey: [screen.table, 'all'],
    queryFn: ({ pageParam }) => readRecords(screen, pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  });
}
