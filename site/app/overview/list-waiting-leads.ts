import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../data/browser-client.ts';
import { pageOf, type Cursor } from '../data/newest-first.ts';
import { leadsKey } from '../leads/inbox/use-leads.ts';

/** What one screen shows at a glance; more come when asked for. */
const waitingShown = 5;

async function readWaitingLeads(after: Cursor | null) {
  let query = browserClient()
    .from('leads')
    .select('id, name, email, message, service_name, created_at')
    .eq('status', 'new')
    .order('created_at')
    .order('id')
    .limit(waitingShown + 1);
  if (after) {
    const { createdAt, id } = after;
    // The first condition says nothing new, but the index can begin at it; at the alternatives alone it cannot.
    query = query
      .gte('created_at', createdAt)
      .or(`created_at.gt."${createdAt}",and(created_at.eq."${createdAt}",id.gt.${id})`);
  }
  const { data } = await query.throwOnError();
  return pageOf(data, waitingShown);
}

export type WaitingLead = Awaited<ReturnType<typeof readWaitingLeads>>['items'][number];

export const waitingKey = [...leadsKey, 'waiting'];

/** The leads that nobody answered yet, the longest wait first. */
export function useWaitingLeads() {
  return useInfiniteQuery({
    queryKey: waitingKey,
    queryFn: ({ pageParam }) => readWaitingLeads(pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  });
}
