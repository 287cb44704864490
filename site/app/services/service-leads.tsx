import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../data/browser-client.ts';

async function countLeads(serviceId: string): Promise<number> {
  const { data } = await browserClient().rpc('count_service_leads', { service_id: serviceId }).throwOnError();
  return data;
}

/** "3 messages are about it; they stay and keep its name." */
function tellLeads(count: number): string {
  if (count === 0) return 'No message is about it.';
  if (count === 1) return '1 message is about it; it stays and keeps its name.';
  const many = count > 1000 ? 'More than 1,000' : count.toLocaleString('en-CA');
  return `${many} messages are about it; they stay and keep its name.`;
}

/** What deleting a service means for the leads that asked for it; the number comes when it is known. */
export function ServiceLeads({ serviceId }: { serviceId: string }) {
  const { data } = useQuery({
    queryKey: ['leads', 'of-service', serviceId],
    queryFn: () => countLeads(serviceId),
    staleTime: 0,
  });
  return data === undefined ? 'Messages about it stay and keep its name.' : tellLeads(data);
}
