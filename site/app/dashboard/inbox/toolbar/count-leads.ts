// Queries for the numbers of leads beside the list.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { useIsInboxFetchEnabled } from '../live/use-live-inbox.ts';
import { leadStatusOrNew } from '../../../lead/lead-status.ts';
import { needsLeadSearch, leadSearchArguments, type LeadFilter } from '../lead-filter.ts';

interface LeadTotals {
  all: number;
  /** Leads with the status new or without one. */
  new: number;
  /** The number of leads by status; a status without leads may be missing. */
  byStatus: ReadonlyMap<string, number>;
}

async function readLeadTotals(): Promise<LeadTotals> {
  const { data } = await browserClient().from('lead_totals').select('status, total').throwOnError();
  const byStatus = new Map<string, number>();
  let all = 0;
  for (const { status, total } of data) {
    all += total;
    byStatus.set(leadStatusOrNew(status), (byStatus.get(leadStatusOrNew(status)) ?? 0) + total);
  }
  return { all, new: byStatus.get('new') ?? 0, byStatus };
}

/** Reads counters that the database maintains, because counting 100,000 rows at every visit would be slow. */
export function useLeadTotals() {
  return useQuery({
    queryKey: [...leadsQueryKey, 'totals'],
    queryFn: readLeadTotals,
    enabled: useIsInboxFetchEnabled(),
  });
}

/** The database stops counting here, because a higher number would need a scan. */
export const maxCountedLeads = 1000;

const countFound = (filter: LeadFilter) => callDatabaseFunction('count_leads', leadSearchArguments(filter));

/** The number of leads that a search finds; disabled without a search. */
export function useFoundLeadCount(filter: LeadFilter) {
  return useQuery({
    queryKey: [...leadsQueryKey, 'found', filter],
    queryFn: () => countFound(filter),
    enabled: useIsInboxFetchEnabled() && needsLeadSearch(filter),
  });
}
