import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { defineTexts } from '../../texts/define-texts.ts';
import { formatCount } from '../../ui/format-values.ts';

const t = defineTexts({
  counting: 'Leads that asked about it stay in Messages with its name.',
  leads(count: number) {
    if (count === 0) return 'No leads mention it.';
    if (count === 1) return '1 lead asked about it. It stays in Messages with its name.';
    const many = count > 1000 ? 'More than 1,000' : formatCount(count);
    return `${many} leads asked about it. They stay in Messages with its name.`;
  },
});

async function countLeads(serviceId: string): Promise<number> {
  const { data } = await browserClient().rpc('count_service_leads', { service_id: serviceId }).throwOnError();
  return data;
}

/** What deleting a service means for the leads that asked about it; their number is added once it is read. */
export function ServiceLeads({ serviceId }: { serviceId: string }) {
  const { data } = useQuery({
    queryKey: ['leads', 'of-service', serviceId],
    queryFn: () => countLeads(serviceId),
    staleTime: 0,
  });
  return data === undefined ? t.counting : t.leads(data);
}
