import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { pageOf, type Cursor } from '../../data/keyset-cursor.ts';
import { leadsKey } from '../inbox/leads-cache.ts';

const pageSize = 5;

/**
 * The database decides who needs a reply: the newest message is the lead's, and the status is New or In Conversation.
 */
async function readWaitingLeads(after: Cursor | null) {
  let query = browserClient()
    .from('leads_needing_reply')
    .select('id:lead_id, created_at:since, leads(name, email, message, service_name, services(name))')
    .order('since')
    .order('lead_id')
    .limit(pageSize + 1);
  if (after) {
    const { createdAt, id } = after;
    // The first condition is implied by the rest, but lets the index be used, which the alternatives alone do not.
    query = query
      .gte('since', createdAt)
      .or(`since.gt."${createdAt}",and(since.eq."${createdAt}",lead_id.gt.${id})`);
  }
  const { data } = await query.throwOnError();
  return pageOf(data, pageSize);
}

export type WaitingLead = Awaited<ReturnType<typeof readWaitingLeads>>['items'][number];

export const waitingKey = [...leadsKey, 'waiting'];

/** Leads that need a reply, longest wait first; `created_at` is the start of the wait. */
export function useWaitingLeads() {
  return useInfiniteQuery({
    queryKey: waitingKey,
    queryFn: ({ pageParam }) => readWaitingLeads(pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  });
}

async function countWaitingLeads(): Promise<number> {
  const { data } = await browserClient().rpc('count_leads_needing_reply').throwOnError();
  return data;
}

export function useWaitingCount() {
  return useQuery({ queryKey: [...leadsKey, 'waiting-count'], queryFn: countWaitingLeads });
}
