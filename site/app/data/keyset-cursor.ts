/** The last row of a page. Rows inserted before it meanwhile do not shift the next page. */
export interface Cursor {
  createdAt: string;
  id: string;
}

export const newestFirst = { ascending: false };

/** Filter for `.or()`: rows after `cursor`, ordered by created_at and id, newest first. */
export function afterCursor({ createdAt, id }: Cursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`;
}

/** A page of at most `size` rows; query one more than that, which tells whether there is a next page. */
export function pageOf<Row extends { id: string; created_at: string }>(
  rows: readonly Row[],
  size: number,
): { items: Row[]; next: Cursor | null } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return {
    items,
    next: rows.length > size && last ? { createdAt: last.created_at, id: last.id } : null,
  };
}
