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

/** How many leads are new, for the sidebar. Its key begins like every read of leads: a write refetches it too. */
export function useNewLeadCount(enabled: boolean) {
  return useQuery({ queryKey: ['leads', 'new-count'], queryFn: countNewLeads, enabled });
}
