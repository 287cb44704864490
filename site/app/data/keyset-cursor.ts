/** Where a page of a list ended: the next one begins behind it, however many rows arrived in front meanwhile. */
export interface Cursor {
  createdAt: string;
  id: string;
}

export const newestFirst = { ascending: false };

/** For `.or()`: the rows behind `cursor` in a list ordered by created_at and id, newest first. */
export function afterCursor({ createdAt, id }: Cursor): string {
  return `created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`;
}

/** Cuts a page from rows of which one more was asked for than it holds; that one tells whether there is another. */
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
