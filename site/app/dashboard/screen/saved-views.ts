// A query hook that reads the saved inbox views; the path of one.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

export const savedViewsQueryName = 'saved-views';

/** For accounts that handle leads; of colleagues' views, only shared ones. */
async function readSavedViews() {
  const { data } = await browserClient()
    .from('saved_views')
    .select('id, name, query, is_shared, account_id')
    .order('created_at')
    .throwOnError();
  return data;
}

export type SavedView = Awaited<ReturnType<typeof readSavedViews>>[number];

export function useSavedViews(enabled = true) {
  return useQuery({ queryKey: [savedViewsQueryName], queryFn: readSavedViews, enabled });
}

export function savedViewPath({ query }: Pick<SavedView, 'query'>): string {
  return query === '' ? '/dashboard/messages' : `/dashboard/messages?${query}`;
}
