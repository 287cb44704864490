// Infinite query hook for paged lists; reads a page of newest rows by keyset cursor.
import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { newestRowsAfter, keysetPageOf, type KeysetCursor } from './keyset-cursor.ts';

export interface ItemPage<Item, Next> {
  items: Item[];
  next: Next | null;
}

function itemsOf<Item>({ pages }: { pages: ItemPage<Item, unknown>[] }): Item[] {
  return pages.flatMap(({ items }) => items);
}

/**
 * The items of all pages; `read` gets the `next` of the previous page, null for the first. A filtered list stays visible
 * while it is read with another filter.
 */
export function usePagedQuery<Item, Next = KeysetCursor>(
  queryKey: QueryKey,
  read: (after: Next | null) => Promise<ItemPage<Item, Next>>,
  { enabled = true, isFiltered = false } = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam as Next | null),
    initialPageParam: null as Next | null,
    getNextPageParam: (page) => page.next,
    select: itemsOf<Item>,
    enabled,
    ...(isFiltered && { placeholderData: keepPreviousData }),
  });
}

type SortableQuery = Parameters<typeof newestRowsAfter>[0];
type Rows<Row> = SortableQuery & { throwOnError(): PromiseLike<{ data: Row[] }> };

/** The page of `size` rows after a cursor, newest first. Columns with other names need aliases in the select. */
export async function readPageNewestFirst<Row extends { id: string; created_at: string }>(
  rows: Rows<Row>,
  size: number,
  after: KeysetCursor | null,
  at?: string,
  id?: string,
): Promise<ItemPage<Row, KeysetCursor>> {
  const { data } = await newestRowsAfter(rows, size + 1, after, at, id).throwOnError();
  return keysetPageOf(data, size);
}
