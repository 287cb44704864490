import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsKey } from '../leads-key.ts';
import { changeShownLeads } from '../list/shown-leads.ts';

interface ReadChange {
  leadId: string;
  isRead: boolean;
}

async function markRead({ leadId, isRead }: ReadChange): Promise<void> {
  await browserClient()
    .rpc('mark_leads_read', { leads: [leadId], is_read: isRead })
    .throwOnError();
}

/** For this account alone. A failure is silent: the mark is there again at the next read. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: markRead,
    onMutate: ({ leadId, isRead }) =>
      changeShownLeads(queries, (lead) =>
        lead.id === leadId && lead.work
          ? {
              ...lead,
              work: { ...lead.work, is_unread: !isRead, mentions_me: lead.work.mentions_me && !isRead },
            }
          : lead,
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: [...leadsKey, 'work-counts'] }),
  });
}
