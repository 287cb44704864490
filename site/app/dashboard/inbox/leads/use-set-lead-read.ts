// A hook that marks a lead as read or unread.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { leadsQueryKey, updateCachedLeads } from '../leads-cache.ts';

const markRead = ({ leadId, isRead }: { leadId: string; isRead: boolean }) =>
  callDatabaseFunction('mark_leads_read', { leads: [leadId], is_read: isRead });

/** Marks a lead as read or unread for this account only. An error is not shown: the next read restores the mark. */
export function useSetLeadRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: markRead,
    onMutate: ({ leadId, isRead }) =>
      updateCachedLeads(queries, (lead) =>
        lead.id === leadId && lead.work
          ? {
              ...lead,
              work: { ...lead.work, is_unread: !isRead, mentions_me: lead.work.mentions_me && !isRead },
            }
          : lead,
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: [...leadsQueryKey, 'work-counts'] }),
  });
}
