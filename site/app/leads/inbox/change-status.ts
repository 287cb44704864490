import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { rolesKey } from '../../session/roles.ts';
import type { LeadStatus } from './lead-status.ts';
import { changeShownLeads } from './shown-leads.ts';
import { leadListKey, leadsKey } from './use-leads.ts';

export interface StatusChange {
  leadId: string;
  from: string;
  to: LeadStatus;
}

async function changeStatus({ leadId, to }: StatusChange): Promise<void> {
  const { data } = await browserClient()
    .from('leads')
    .update({ status: to })
    .eq('id', leadId)
    .select('id')
    .throwOnError();
  // A policy leaves out what this account may not change, without a word.
  if (data.length === 0) throw new Error('This lead is gone, or your account may not change it any more.');
}

/** Shows the new status at once and takes it back when the server refuses. */
export function useChangeStatus(callbacks: {
  onChanged: (change: StatusChange) => void;
  onFailed: (error: Error) => void;
}) {
  const queries = useQueryClient();
  function show(leadId: string, status: string): void {
    changeShownLeads(queries, (lead) => (lead.id === leadId ? { ...lead, status } : lead));
  }
  return useMutation({
    mutationFn: changeStatus,
    onMutate: async ({ leadId, to }) => {
      await queries.cancelQueries({ queryKey: leadListKey });
      show(leadId, to);
    },
    onSuccess: (_, change) => callbacks.onChanged(change),
    onError: (error, { leadId, from }) => {
      show(leadId, from);
      callbacks.onFailed(error);
      // Perhaps because the role is another one by now.
      void queries.invalidateQueries({ queryKey: rolesKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
