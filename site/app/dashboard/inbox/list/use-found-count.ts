import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { isSearched, searchArguments, type LeadFilter } from '../lead-filter.ts';
import { useIsJoined } from '../live/use-is-joined.ts';
import { leadsKey } from '../leads-key.ts';

/** The database counts no further: that would cost a scan. */
export const maxCount = 1000;

async function countFound(filter: LeadFilter): Promise<number> {
  const { data } = await browserClient().rpc('count_leads', searchArguments(filter)).throwOnError();
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
