/** Identifies the last row of a page, so that rows inserted before it do not shift the next page. */
export interface KeysetCursor {
  createdAt: string;
  id: string;
}

export const newestFirstOrder = { ascending: false };

/** The methods of a supabase-js query that are used here. */
interface SortableQuery {
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
  lte(column: string, value: string): this;
  or(filters: string): this;
}

/** The first `limit` rows after a cursor, newest first; `at` and `id` are the table's own columns, not aliases. */
export function newestRowsAfter<Query extends SortableQuery>(
  query: Query,
  limit: number,
  after: KeysetCursor | null,
  at = 'created_at',
  id = 'id',
): Query {
  const newest = query.order(at, newestFirstOrder).order(id, newestFirstOrder).limit(limit);
  if (!after) return newest;
  const time = `"${after.createdAt}"`;
  // The second condition implies the first, but only with the first can the index scan start there.
  return newest.lte(at, after.createdAt).or(`${at}.lt.${time},and(${at}.eq.${time},${id}.lt.${after.id})`);
}

/**
 * Makes a page of at most `size` rows; query one more, which shows whether there is a next page. `sorted_at` is the
 * sort value of a list that is not sorted by created_at.
 */
export function keysetPageOf<Row extends { id: string; created_at: string; sorted_at?: string }>(
  rows: readonly Row[],
  size: number,
): { items: Row[]; next: KeysetCursor | null } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return {
    items,
    next: rows.length > size && last ? { createdAt: last.sorted_at ?? last.created_at, id: last.id } : null,
  };
}
