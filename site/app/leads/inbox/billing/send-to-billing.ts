import { FunctionsHttpError } from '@supabase/supabase-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agency } from '../../../agency.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { readAgain } from '../../../data/read-again.ts';
import { leadsKey } from '../use-leads.ts';

const fallback = `Failed to sync lead to ${agency.billingTool}`;

/** What the function itself said, where it answered with an error status. */
async function wordsOf(failure: Error): Promise<string> {
  if (!(failure instanceof FunctionsHttpError)) return failure.message;
  const body = (await (failure.context as Response).json().catch(() => null)) as { error?: unknown } | null;
  return typeof body?.error === 'string' ? body.error : failure.message;
}

async function sendToBilling(leadId: string): Promise<void> {
  const { data, error } = await browserClient().functions.invoke<{ error?: string }>('sync-lead-to-stripe', {
    body: { leadId },
  });
  if (error) throw new Error((await wordsOf(error as Error)) || fallback);
  if (data?.error) throw new Error(data.error);
}

/** Makes the lead a customer of the billing tool. Failures say what the function said. */
export function useSendToBilling(callbacks: { onSent: () => void; onFailed: (text: string) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: sendToBilling,
    onSuccess: () => callbacks.onSent(),
    onError: (error) => callbacks.onFailed(error.message || fallback),
    onSettled: readAgain(queries, leadsKey),
  });
}
