/** The last row of a page. Rows inserted before it meanwhile do not shift the next page. */
export interface KeysetCursor {
  createdAt: string;
  id: string;
}

export const newestFirstOrder = { ascending: false };

/** Filter for `.or()`: rows after `cursor`, ordered by created_at and id, newest first. */
export function afterCursorFilter({ createdAt, id }: KeysetCursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`;
}

/** `sorted_at` is what a list is sorted by that is not sorted by created_at. A page of at most `size` rows; query one more than that, which tells whether there is a next page. */
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
