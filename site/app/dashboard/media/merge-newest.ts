interface Dated {
  id: string;
  created_at: string;
}

function isNewer(one: Dated, other: Dated): boolean {
  const difference = Date.parse(one.created_at) - Date.parse(other.created_at);
  return difference === 0 ? one.created_at > other.created_at : difference > 0;
}

/** Merges two lists, both newest first, up to `limit` items; `hasMore` if some are left. */
export function mergeNewest<Item extends Dated>(
  left: readonly Item[],
  right: readonly Item[],
  limit: number,
): { items: Item[]; hasMore: boolean } {
  const items: Item[] = [];
  let l = 0;
  let r = 0;
  while (items.length < limit) {
    const one = left[l];
    const other = right[r];
    if (one && (!other || !isNewer(other, one))) {
      items.push(one);
      l += 1;
    } else if (other) {
      items.push(other);
      r += 1;
    } else break;
  }
  return { items, hasMore: l < left.length || r < right.length };
}
