// Infinite query hook for paged lists; reads a page of newest rows by keyset cursor.
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { afterCursorFilter, newestFirstOrder, keysetPageOf, type KeysetCursor } from './keyset-cursor.ts';

export interface ItemPage<Item, Next> {
  items: Item[];
  next: Next | null;
}

function itemsOf<Item>({ pages }: { pages: ItemPage<Item, unknown>[] }): Item[] {
  return pages.flatMap(({ items }) => items);
}

/** The items of all pages; `read` gets the `next` of the previous page, null for the first. */
export function usePagedQuery<Item, Next = KeysetCursor>(
  queryKey: QueryKey,
  read: (after: Next | null) => Promise<ItemPage<Item, Next>>,
  enabled = true,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam as Next | null),
    initialPageParam: null as Next | null,
    getNextPageParam: (page) => page.next,
    select: itemsOf<Item>,
    enabled,
  });
}

/** The methods of a supabase-js query that are used here. */
interface Rows<Row> {
  order(column: string, options: { ascending: boolean }): Rows<Row>;
  limit(count: number): Rows<Row>;
  lte(column: string, value: string): Rows<Row>;
  or(filters: string): Rows<Row>;
  throwOnError(): PromiseLike<{ data: Row[] }>;
}

/** The page of `size` rows after a cursor, by created_at and id, newest first. */
export async function readPageNewestFirst<Row extends { id: string; created_at: string }>(
  rows: Rows<Row>,
  size: number,
  after: KeysetCursor | null,
): Promise<ItemPage<Row, KeysetCursor>> {
  const newest = rows
    .order('created_at', newestFirstOrder)
    .order('id', newestFirstOrder)
    .limit(size + 1);
  // the index scan starts at the first condition
  const page = after ? newest.lte('created_at', after.createdAt).or(afterCursorFilter(after)) : newest;
  const { data } = await page.throwOnError();
  return keysetPageOf(data, size);
}
