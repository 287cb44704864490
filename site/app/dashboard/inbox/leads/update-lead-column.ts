// Changes the status or the assignee of a lead; the statuses before, for undo.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rolesQueryKey } from '../../../auth/session/roles.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { createStore } from '../../../ui/create-store.ts';
import { leadListQueryKey, leadsQueryKey, updateCachedLeads } from '../leads-cache.ts';
import type { Lead } from '../read-leads-page.ts';

interface LeadChange<Value> {
  leadId: string;
  from: Value;
  to: Value;
}

/** Changes one column of a lead. Optimistic; rolled back if the server rejects it. */
export function useUpdateLeadColumn<Column extends 'status' | 'assignee_id'>(
  column: Column,
  refusedText: string,
  callbacks: {
    onChanged: (change: LeadChange<Lead[Column]>) => void;
    onFailed: (error: Error, change: LeadChange<Lead[Column]>) => void;
  },
) {
  const queries = useQueryClient();
  const part = (value: Lead[Column]): Partial<Pick<Lead, 'status' | 'assignee_id'>> => ({ [column]: value });
  function show(leadId: string, value: Lead[Column]): void {
    updateCachedLeads(queries, (lead) => (lead.id === leadId ? { ...lead, ...part(value) } : lead));
  }
  return useMutation({
    async mutationFn({ leadId, to }: LeadChange<Lead[Column]>) {
      const { data } = await browserClient()
        .from('leads')
        .update(part(to))
        .eq('id', leadId)
        .select('id')
        .throwOnError();
      // If this account may not change the lead, a policy hides it, without an error.
      if (data.length === 0) throw new Error(refusedText);
    },
    onMutate: async ({ leadId, to }) => {
      await queries.cancelQueries({ queryKey: leadListQueryKey });
      show(leadId, to);
    },
    onSuccess: (_, change) => callbacks.onChanged(change),
    onError: (error, change) => {
      show(change.leadId, change.from);
      callbacks.onFailed(error, change);
      // The change may have failed because the role of the account has changed.
      void queries.invalidateQueries({ queryKey: rolesQueryKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsQueryKey });
    },
  });
}

/** By lead, the status before it was changed in this tab, for undo. Cleared when the filter changes. */
const formerStatuses = createStore<Readonly<Record<string, string>>>({});

export function useFormerStatus(leadId: string): string | undefined {
  return formerStatuses.usePart((statuses) => statuses[leadId]);
}

/** After several changes, the first status is kept, because the filter showed that one. */
export function recordFormerStatus(leadId: string, status: string): void {
  formerStatuses.write({ [leadId]: status, ...formerStatuses.read() });
}

export function clearFormerStatus(leadId: string): void {
  const { [leadId]: _, ...others } = formerStatuses.read();
  formerStatuses.write(others);
}

export function clearFormerStatuses(): void {
  formerStatuses.write({});
}
