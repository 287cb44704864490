// The counts of leads beside the list.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsKey } from '../leads-cache.ts';
import { useIsInboxJoined } from '../live/use-live-inbox.ts';
import { leadStatusOf } from '../../../lead/lead-status.ts';
import { needsLeadSearch, leadSearchArguments, type LeadFilter } from '../lead-filter.ts';

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
    byStatus.set(leadStatusOf(status), (byStatus.get(leadStatusOf(status)) ?? 0) + total);
  }
  return { all, new: byStatus.get('new') ?? 0, byStatus };
}

/** Counters that the database keeps: counting 100,000 rows at every visit would scan them. */
export function useLeadTotals() {
  return useQuery({
    queryKey: [...leadsKey, 'totals'],
    queryFn: readLeadTotals,
    enabled: useIsInboxJoined(),
  });
}

/** The database counts no further: that would cost a scan. */
export const maxLeadCount = 1000;

async function countFound(filter: LeadFilter): Promise<number> {
  const { data } = await browserClient().rpc('count_leads', leadSearchArguments(filter)).throwOnError();
  return data;
}

/** How many leads a search finds; disabled without a search. */
export function useFoundLeadCount(filter: LeadFilter) {
  return useQuery({
    queryKey: [...leadsKey, 'found', filter],
    queryFn: () => countFound(filter),
    enabled: useIsInboxJoined() && needsLeadSearch(filter),
  });
}
