import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rolesKey } from '../../../auth/session/roles.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { leadListKey, leadsKey } from '../leads-key.ts';
import { changeShownLeads } from '../shown-leads.ts';
import { assigneeTexts } from './assignee-texts.ts';

export interface Assignment {
  leadId: string;
  from: string | null;
  to: string | null;
}

async function assign({ leadId, to }: Assignment): Promise<void> {
  const { data } = await browserClient()
    .from('leads')
    .update({ assignee_id: to })
    .eq('id', leadId)
    .select('id')
    .throwOnError();
  // A policy hides what this account may not change, without an error.
  if (data.length === 0) throw new Error(assigneeTexts.refused);
}

/** Optimistic; rolled back when the server rejects it. */
export function useAssign(callbacks: {
  onAssigned: (change: Assignment) => void;
  onFailed: (error: Error) => void;
}) {
  const queries = useQueryClient();
  function show(leadId: string, account: string | null): void {
    changeShownLeads(queries, (lead) => (lead.id === leadId ? { ...lead, assignee_id: account } : lead));
  }
  return useMutation({
    mutationFn: assign,
    onMutate: async ({ leadId, to }) => {
      await queries.cancelQueries({ queryKey: leadListKey });
      show(leadId, to);
    },
    onSuccess: (_, change) => callbacks.onAssigned(change),
    onError: (error, change) => {
      show(change.leadId, change.from);
      callbacks.onFailed(error);
      // The role may have changed.
      void queries.invalidateQueries({ queryKey: rolesKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
