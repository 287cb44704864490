import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { afterCursor, newestFirst, pageOf, type Cursor } from '../../../data/keyset-cursor.ts';

const postsPerPage = 50;

/** By the day they were made: a draft has no other date, and a new one belongs on top. */
async function readPosts(after: Cursor | null) {
  let query = browserClient()
    .from('posts')
    .select('id, title, slug, excerpt, cover_url, is_published, published_at, created_at')
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(postsPerPage + 1);
  if (after) query = query.or(afterCursor(after));
  const { data } = await query.throwOnError();
  return pageOf(data, postsPerPage);
}

export type ListedPost = Awaited<ReturnType<typeof readPosts>>['items'][number];

/** All posts, drafts included: for the dashboard. */
export function useAllPosts() {
  return useInfiniteQuery({
    queryKey: ['posts', 'all'],
    queryFn: ({ pageParam }) => readPosts(pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  });
}
