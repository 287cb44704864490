import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

async function countServices(): Promise<number> {
  const { count } = await browserClient()
    .from('services')
    .select('id', { count: 'exact', head: true })
    .throwOnError();
  return count ?? 0;
}

/** How many services there are, drafts included. */
export function useServiceCount() {
  return useQuery({ queryKey: ['services', 'count'], queryFn: countServices });
}
