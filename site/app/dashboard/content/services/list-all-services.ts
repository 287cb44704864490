import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { afterCursor, newestFirst, pageOf, type Cursor } from '../../../data/keyset-cursor.ts';

const servicesPerPage = 50;

async function readServices(after: Cursor | null) {
  let query = browserClient()
    .from('services')
    .select('*, categories(name)')
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(servicesPerPage + 1);
  if (after) query = query.or(afterCursor(after));
  const { data } = await query.throwOnError();
  return pageOf(data, servicesPerPage);
}

export type ListedService = Awaited<ReturnType<typeof readServices>>['items'][number];

/** All services, drafts included, newest first: for the dashboard. */
export function useAllServices() {
  return useInfiniteQuery({
    queryKey: ['services', 'all'],
    queryFn: ({ pageParam }) => readServices(pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  });
}
