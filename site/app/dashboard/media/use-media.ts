import { afterCursor, newestFirst, type Cursor } from '../../data/keyset-cursor.ts';
import { usePages } from '../../data/read-newest.ts';
import { mediaRows } from './media-rows.ts';
import { mediaSources, type MediaSource } from './media-sources.ts';
import { mergeNewest } from './merge-newest.ts';

export const mediaPerPage = 50;

/** A picture of a service or app on the media screen. */
export interface MediaItem {
  id: string;
  source: MediaSource;
  /** name of its service or app; null if unset */
  of: string | null;
  kind: string;
  url: string;
  alt: string;
  created_at: string;
}

type MediaRow = Omit<MediaItem, 'source' | 'of'> &
  Record<'services' | 'apps', { name: string } | null | undefined>;

async function readMedia(source: MediaSource, after: Cursor | null): Promise<MediaItem[]> {
  const { ownerTable } = mediaSources[source];
  let query = mediaRows(source)
    .select(`*, ${ownerTable}(name, slug)`)
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(mediaPerPage + 1);
  if (after) query = query.or(afterCursor(after));
  const { data } = await query.throwOnError();
  return (data as unknown as MediaRow[]).map((row) => ({
    ...row,
    source,
    of: row[ownerTable]?.name ?? null,
  }));
}

type Cursors = Record<MediaSource, Cursor | null>;

/** One page of both tables, merged; each has its own cursor. */
async function readMediaPage(after: Cursors | null) {
  const { service, app } = after ?? { service: null, app: null };
  const [serviceMedia, appMedia] = await Promise.all([readMedia('service', service), readMedia('app', app)]);
  const { items, hasMore } = mergeNewest(serviceMedia, appMedia, mediaPerPage);
  const next: Cursors = { service, app };
  for (const { source, created_at: createdAt, id } of items) next[source] = { createdAt, id };
  return { items, next: hasMore ? next : null };
}

/** Pictures of services and apps, newest first. */
export function useMedia() {
  return usePages(['media', 'newest'], readMediaPage);
}
