import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

async function countLeads(serviceId: string): Promise<number> {
  const { data } = await browserClient().rpc('count_service_leads', { service_id: serviceId }).throwOnError();
  return data;
}

function describeLeads(count: number): string {
  if (count === 0) return 'No leads mention it.';
  if (count === 1) return '1 lead asked about it. It stays in Messages with its name.';
  const many = count > 1000 ? 'More than 1,000' : count.toLocaleString('en-CA');
  return `${many} leads asked about it. They stay in Messages with its name.`;
}

/** What deleting a service means for the leads that asked about it; their number is added once it is read. */
export function ServiceLeads({ serviceId }: { serviceId: string }) {
  const { data } = useQuery({
    queryKey: ['leads', 'of-service', serviceId],
    queryFn: () => countLeads(serviceId),
    staleTime: 0,
  });
  return data === undefined
    ? 'Leads that asked about it stay in Messages with its name.'
    : describeLeads(data);
}
