/** Identifies the last row of a page, so that rows inserted before it do not shift the next page. */
export interface KeysetCursor {
  createdAt: string;
  id: string;
}

export const newestFirstOrder = { ascending: false };

/** Filter for `.or()`: rows after `cursor`, ordered by created_at and id, newest first. */
export function afterCursorFilter({ createdAt, id }: KeysetCursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`;
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
