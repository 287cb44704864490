import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { newLeadCountKey } from '../screen/new-lead-count-key.ts';

async function countNewLeads(): Promise<number> {
  const { data } = await browserClient()
    .from('lead_totals')
    .select('total')
    .eq('status', 'new')
    .maybeSingle()
    .throwOnError();
  return data?.total ?? 0;
}

/**
 * Number of new leads, for the sidebar. Its key starts with that of all lead queries, so a write refetches it. The inbox
 * reads the same totals and puts the number here (use-lead-totals.ts): there it is not `enabled`.
 */
export function useNewLeadCount(enabled: boolean) {
  return useQuery({ queryKey: newLeadCountKey, queryFn: countNewLeads, enabled });
}
