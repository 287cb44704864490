import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { invalidateOnSettled } from '../../../data/invalidate-on-settled.ts';
import { leadsKey } from '../leads-key.ts';

async function restoreLead(leadId: string): Promise<void> {
  await browserClient().rpc('restore_quarantined_lead', { lead_id: leadId }).throwOnError();
}

/** Makes a quarantined lead one of the inbox, with its own id and time. Under way until all lists are read anew. */
export function useRestoreLead(callbacks: { onRestored: () => void; onFailed: (error: Error) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: restoreLead,
    onSuccess: () => callbacks.onRestored(),
    onError: (error) => callbacks.onFailed(error),
    onSettled: invalidateOnSettled(queries, leadsKey),
  });
}
