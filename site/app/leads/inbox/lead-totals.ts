import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { leadsKey } from './use-leads.ts';
import { statusOrNew } from './lead-status.ts';

export interface LeadTotals {
  all: number;
  /** Status new, or none. */
  new: number;
}

async function readLeadTotals(): Promise<LeadTotals> {
  const { data } = await browserClient().from('lead_totals').select('status, total').throwOnError();
  const totals = { all: 0, new: 0 };
  for (const { status, total } of data) {
    totals.all += total;
    if (statusOrNew(status) === 'new') totals.new += total;
  }
  return totals;
}

/** How many leads there are. The database keeps these counters: counting 100,000 rows at every visit would scan them. */
export function useLeadTotals() {
  return useQuery({ queryKey: [...leadsKey, 'totals'], queryFn: readLeadTotals });
}
