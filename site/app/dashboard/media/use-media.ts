// A query hook for the pictures of services, apps: merges pages of both tables, newest first.
import { newestRowsAfter, type KeysetCursor } from '../../data/keyset-cursor.ts';
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
  const pictures = mediaTableQuery(source).select(`*, ${ownerTable}(name, slug)`);
  const { data } = await newestRowsAfter(pictures, mediaPerPage + 1, after).throwOnError();
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

/** By the text in the same millisecond, because the database's times have microseconds. */
function compareNewestFirst({ created_at: one }: Dated, { created_at: other }: Dated): number {
  return Date.parse(other) - Date.parse(one) || Number(one < other) - Number(one > other);
}

/** Merges two lists, both newest first, up to `limit` items; `hasMore` if some are left. */
export function mergeNewestItems<Item extends Dated>(
  left: readonly Item[],
  right: readonly Item[],
  limit: number,
): { items: Item[]; hasMore: boolean } {
  const all = [...left, ...right].toSorted(compareNewestFirst);
  return { items: all.slice(0, limit), hasMore: all.length > limit };
}
