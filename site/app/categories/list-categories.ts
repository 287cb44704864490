import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../data/browser-client.ts';

const categoriesPerPage = 100;

async function readCategories(afterName: string | null) {
  let query = browserClient()
    .from('categories')
    .select('id, name')
    .order('name')
    .limit(categoriesPerPage + 1);
  // Names are unique, so the last one shown says where the next page begins.
  if (afterName !== null) query = query.gt('name', afterName);
  const { data } = await query.throwOnError();
  const items = data.slice(0, categoriesPerPage);
  return { items, next: data.length > categoriesPerPage ? (items.at(-1)?.name ?? null) : null };
}

/** The categories by name. */
export function useCategories() {
  return useInfiniteQuery({
    queryKey: ['categories', 'by-name'],
    queryFn: ({ pageParam }) => readCategories(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}
