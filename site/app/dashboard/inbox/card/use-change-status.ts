import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { rolesKey } from '../../../auth/session/roles.ts';
import { changeShownLeads } from '../list/shown-leads.ts';
import { leadListKey, leadsKey } from '../leads-key.ts';
import { inboxTexts } from '../inbox-texts.ts';

export interface StatusChange {
  leadId: string;
  from: string;
  to: string;
}

async function changeStatus({ leadId, to }: StatusChange): Promise<void> {
  const { data } = await browserClient()
    .from('leads')
    .update({ status: to })
    .eq('id', leadId)
    .select('id')
    .throwOnError();
  // A policy hides what this account may not change, without an error.
  if (data.length === 0) throw new Error(inboxTexts.card.statusRefused);
}

/** Optimistic; rolled back when the server rejects it. */
export function useChangeStatus(callbacks: {
  onChanged: (change: StatusChange) => void;
  onFailed: (error: Error, change: StatusChange) => void;
}) {
  const queries = useQueryClient();
  function showStatus(leadId: string, status: string): void {
    changeShownLeads(queries, (lead) => (lead.id === leadId ? { ...lead, status } : lead));
  }
  return useMutation({
    mutationFn: changeStatus,
    onMutate: async ({ leadId, to }) => {
      await queries.cancelQueries({ queryKey: leadListKey });
      showStatus(leadId, to);
    },
    onSuccess: (_, change) => callbacks.onChanged(change),
    onError: (error, change) => {
      showStatus(change.leadId, change.from);
      callbacks.onFailed(error, change);
      // The role may have changed.
      void queries.invalidateQueries({ queryKey: rolesKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
