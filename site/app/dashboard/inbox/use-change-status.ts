import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { rolesKey } from '../../auth/session/roles.ts';
import { changeShownLeads } from './shown-leads.ts';
import { leadListKey, leadsKey } from './leads-key.ts';

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
  // A policy leaves out what this account may not change, without a word.
  if (data.length === 0)
    throw new Error('This lead was deleted, or you no longer have permission to change it.');
}

/** Shows the new status at once and takes it back when the server refuses. */
export function useChangeStatus(callbacks: {
  onChanged: (change: StatusChange) => void;
  onFailed: (error: Error, change: StatusChange) => void;
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
    onError: (error, change) => {
      show(change.leadId, change.from);
      callbacks.onFailed(error, change);
      // Perhaps because the role is another one by now.
      void queries.invalidateQueries({ queryKey: rolesKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
