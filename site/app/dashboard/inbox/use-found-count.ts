import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { isSearched, type LeadFilter } from './read-lead-page.ts';
import { useIsJoined } from './live/use-is-joined.ts';
import { leadsKey } from './leads-key.ts';

/** The database counts no further: that would cost a scan. */
export const maxCount = 1000;

async function countFound({ term, status, needsReply }: LeadFilter): Promise<number> {
  const { data } = await browserClient()
    .rpc('count_leads', {
      term,
      only_needing_reply: needsReply,
      ...(status ? { status_filter: status } : {}),
    })
    .throwOnError();
  return data;
}

/** How many leads a search finds; disabled without a search. */
export function useFoundCount(filter: LeadFilter) {
  return useQuery({
    queryKey: [...leadsKey, 'found', filter],
    queryFn: () => countFound(filter),
    enabled: useIsJoined() && isSearched(filter),
  });
}
