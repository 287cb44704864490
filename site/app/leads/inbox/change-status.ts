import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import type { LeadStatus } from './lead-status.ts';
import type { LeadPage } from './read-lead-page.ts';
import { leadListKey, leadsKey } from './use-leads.ts';

export interface StatusChange {
  leadId: string;
  from: string;
  to: LeadStatus;
}

async function changeStatus({ leadId, to }: StatusChange): Promise<void> {
  await browserClient().from('leads').update({ status: to }).eq('id', leadId).throwOnError();
}

type Pages = InfiniteData<LeadPage>;

function withStatus(pages: Pages | undefined, leadId: string, status: string): Pages | undefined {
  return (
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        leads: page.leads.map((lead) => (lead.id === leadId ? { ...lead, status } : lead)),
      })),
    }
  );
}

/** Shows the new status at once and takes it back when the server refuses. */
export function useChangeStatus(callbacks: {
  onChanged: (change: StatusChange) => void;
  onFailed: (error: Error) => void;
}) {
  const queries = useQueryClient();
  function show(leadId: string, status: string): void {
    queries.setQueriesData<Pages>({ queryKey: leadListKey }, (pages) => withStatus(pages, leadId, status));
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
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
