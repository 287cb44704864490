import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { afterCursor, newestFirst, pageOf, type Cursor } from '../../data/keyset-cursor.ts';

const perPage = 30;

export const feedbackKey = ['feedback'] as const;

async function readRows(after: Cursor | null) {
  let query = browserClient()
    .from('accessibility_feedback')
    .select('id, created_at, message, page, name, reply_to, response, responded_at, acknowledged_at')
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(perPage + 1);
  if (after) query = query.lte('created_at', after.createdAt).or(afterCursor(after));
  const { data } = await query.throwOnError();
  return data;
}

export type Feedback = Awaited<ReturnType<typeof readRows>>[number];

/** Newest first, page by page. */
export function useFeedback() {
  return useInfiniteQuery({
    queryKey: [...feedbackKey, 'list'],
    queryFn: async ({ pageParam }) => pageOf(await readRows(pageParam), perPage),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  });
}

/** How many reports wait for an answer. */
export function useWaitingFeedback(enabled: boolean) {
  return useQuery({
    queryKey: [...feedbackKey, 'waiting'],
    enabled,
    queryFn: async () => {
      const { count } = await browserClient()
        .from('accessibility_feedback')
        .select('id', { count: 'exact', head: true })
        .is('responded_at', null)
        .throwOnError();
      return count ?? 0;
    },
  });
}

export async function saveResponse({ id, response }: { id: string; response: string }): Promise<void> {
  await browserClient().from('accessibility_feedback').update({ response }).eq('id', id).throwOnError();
}

export async function deleteFeedback(id: string): Promise<void> {
  await browserClient().from('accessibility_feedback').delete().eq('id', id).throwOnError();
}
