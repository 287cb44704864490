import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { afterCursor, newestFirst, pageOf, type Cursor } from '../../../data/keyset-cursor.ts';

const appsPerPage = 50;

async function readApps(after: Cursor | null) {
  let query = browserClient()
    .from('apps')
    .select('id, name, slug, short_pitch, category, feature_chips, logo_url, is_published, created_at')
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(appsPerPage + 1);
  if (after) query = query.or(afterCursor(after));
  const { data } = await query.throwOnError();
  return pageOf(data, appsPerPage);
}

export type ListedApp = Awaited<ReturnType<typeof readApps>>['items'][number];

/** All apps, drafts included, newest first: for the dashboard. */
export function useAllApps() {
  return useInfiniteQuery({
    queryKey: ['apps', 'all'],
    queryFn: ({ pageParam }) => readApps(pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  });
}
