import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { invalidateOnSettled } from '../../../data/invalidate-on-settled.ts';
import { leadsKey } from '../leads-key.ts';

async function restoreLead(leadId: string): Promise<void> {
  await browserClient().rpc('restore_quarantined_lead', { lead_id: leadId }).throwOnError();
}

/** Moves a quarantined lead to the inbox, with its own id and time. Pending until all lists are refetched. */
export function useRestoreLead(callbacks: { onRestored: () => void; onFailed: (error: Error) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: restoreLead,
    onSuccess: () => callbacks.onRestored(),
    onError: (error) => callbacks.onFailed(error),
    onSettled: invalidateOnSettled(queries, leadsKey),
  });
}
