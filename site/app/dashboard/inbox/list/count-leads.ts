// The counts of leads beside the list.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsKey } from '../leads-cache.ts';
import { useIsJoined } from '../live/use-live-inbox.ts';
import { statusOrNew } from '../../../lead/lead-status.ts';
import { isSearched, searchArguments, type LeadFilter } from '../lead-filter.ts';

interface LeadTotals {
  all: number;
  /** Status new, or none. */
  new: number;
  /** By status, whatever statuses there are; one without leads may be missing. */
  byStatus: ReadonlyMap<string, number>;
}

async function readLeadTotals(): Promise<LeadTotals> {
  const { data } = await browserClient().from('lead_totals').select('status, total').throwOnError();
  const byStatus = new Map<string, number>();
  let all = 0;
  for (const { status, total } of data) {
    all += total;
    byStatus.set(statusOrNew(status), (byStatus.get(statusOrNew(status)) ?? 0) + total);
  }
  return { all, new: byStatus.get('new') ?? 0, byStatus };
}

/** Counters that the database keeps: counting 100,000 rows at every visit would scan them. */
export function useLeadTotals() {
  return useQuery({
    queryKey: [...leadsKey, 'totals'],
    queryFn: readLeadTotals,
    enabled: useIsJoined(),
  });
}

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
