import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

async function countNewLeads(): Promise<number> {
  const { data } = await browserClient()
    .from('lead_totals')
    .select('total')
    .eq('status', 'new')
    .maybeSingle()
    .throwOnError();
  return data?.total ?? 0;
}

/** Number of new leads, for the sidebar. Its key starts with that of all lead queries, so a write refetches it. */
export function useNewLeadCount(enabled: boolean) {
  return useQuery({ queryKey: ['leads', 'new-count'], queryFn: countNewLeads, enabled });
}
