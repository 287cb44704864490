import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { afterCursor, newestFirst, type Cursor } from '../../data/keyset-cursor.ts';
import { mergeNewest } from './merge-newest.ts';

export const mediaPerPage = 50;

/** A picture of a service or app on the media screen. */
export interface MediaItem {
  id: string;
  source: 'service' | 'app';
  /** name of its service or app; null if unset */
  of: string | null;
  kind: string;
  url: string;
  alt: string;
  created_at: string;
}

async function readServiceMedia(after: Cursor | null): Promise<MediaItem[]> {
  let query = browserClient()
    .from('media')
    .select('*, services(name, slug)')
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(mediaPerPage + 1);
  if (after) query = query.or(afterCursor(after));
  const { data } = await query.throwOnError();
  return data.map((row) => ({ ...row, source: 'service', of: row.services?.name ?? null }));
}

async function readAppMedia(after: Cursor | null): Promise<MediaItem[]> {
  let query = browserClient()
    .from('app_media')
    .select('*, apps(name, slug)')
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(mediaPerPage + 1);
  if (after) query = query.or(afterCursor(after));
  const { data } = await query.throwOnError();
  return data.map((row) => ({ ...row, source: 'app', of: row.apps?.name ?? null }));
}

interface Cursors {
  service: Cursor | null;
  app: Cursor | null;
}

/** One page of both tables, merged; each has its own cursor. */
async function readMediaPage({ service, app }: Cursors) {
  const [serviceMedia, appMedia] = await Promise.all([readServiceMedia(service), readAppMedia(app)]);
  const { items, hasMore } = mergeNewest(serviceMedia, appMedia, mediaPerPage);
  const next: Cursors = { service, app };
  for (const { source, created_at: createdAt, id } of items) next[source] = { createdAt, id };
  return { items, next: hasMore ? next : null };
}

/** Pictures of services and apps, newest first. */
export function useMedia() {
  return useInfiniteQuery({
    queryKey: ['media', 'newest'],
    queryFn: ({ pageParam }) => readMediaPage(pageParam),
    initialPageParam: { service: null, app: null } as Cursors,
    getNextPageParam: (page) => page.next,
  });
}
