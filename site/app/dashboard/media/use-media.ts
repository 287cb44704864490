// A query hook for the pictures of services, apps: merges pages of both tables, newest first.
import { afterCursorFilter, newestFirstOrder, type KeysetCursor } from '../../data/keyset-cursor.ts';
import { usePagedQuery } from '../../data/read-newest.ts';
import { mediaTableQuery, mediaOwnerTypes, type MediaOwnerType } from './media-owner-types.ts';

const mediaPerPage = 50;

/** A picture of a service or app on the media screen. */
export interface MediaItem {
  id: string;
  source: MediaOwnerType;
  /** name of its service or app; null if unset */
  of: string | null;
  kind: string;
  url: string;
  alt: string;
  created_at: string;
}

type MediaRow = Omit<MediaItem, 'source' | 'of'> &
  Record<'services' | 'apps', { name: string } | null | undefined>;

async function readMedia(source: MediaOwnerType, after: KeysetCursor | null): Promise<MediaItem[]> {
  const { ownerTable } = mediaOwnerTypes[source];
  let query = mediaTableQuery(source)
    .select(`*, ${ownerTable}(name, slug)`)
    .order('created_at', newestFirstOrder)
    .order('id', newestFirstOrder)
    .limit(mediaPerPage + 1);
  if (after) query = query.or(afterCursorFilter(after));
  const { data } = await query.throwOnError();
  return (data as unknown as MediaRow[]).map((row) => ({
    ...row,
    source,
    of: row[ownerTable]?.name ?? null,
  }));
}

type Cursors = Record<MediaOwnerType, KeysetCursor | null>;

/** One page of both tables, merged; each has its own cursor. */
async function readMediaPage(after: Cursors | null) {
  const { service, app } = after ?? { service: null, app: null };
  const [serviceMedia, appMedia] = await Promise.all([readMedia('service', service), readMedia('app', app)]);
  const { items, hasMore } = mergeNewestItems(serviceMedia, appMedia, mediaPerPage);
  const next: Cursors = { service, app };
  for (const { source, created_at: createdAt, id } of items) next[source] = { createdAt, id };
  return { items, next: hasMore ? next : null };
}

/** Pictures of services and apps, newest first. */
export function useMedia() {
  return usePagedQuery(['media', 'newest'], readMediaPage);
}

interface Dated {
  id: string;
  created_at: string;
}

function isNewer(one: Dated, other: Dated): boolean {
  const difference = Date.parse(one.created_at) - Date.parse(other.created_at);
  return difference === 0 ? one.created_at > other.created_at : difference > 0;
}

/** Merges two lists, both newest first, up to `limit` items; `hasMore` if some are left. */
export function mergeNewestItems<Item extends Dated>(
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
