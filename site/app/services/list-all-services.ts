import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../data/browser-client.ts';

const servicesPerPage = 50;
const newestFirst = { ascending: false };

interface Cursor {
  createdAt: string;
  id: string;
}

async function readServices(after: Cursor | null) {
  let query = browserClient()
    .from('services')
    .select('*, categories(name)')
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(servicesPerPage + 1);
  if (after) {
    query = query.or(
      `created_at.lt."${after.createdAt}",and(created_at.eq."${after.createdAt}",id.lt.${after.id})`,
    );
  }
  const { data } = await query.throwOnError();
  const items = data.slice(0, servicesPerPage);
  const last = items.at(-1);
  return {
    items,
    next: data.length > servicesPerPage && last ? { createdAt: last.created_at, id: last.id } : null,
  };
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
