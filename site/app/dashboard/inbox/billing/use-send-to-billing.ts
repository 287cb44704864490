import { FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agency } from '../../../agency.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { invalidateOnSettled } from '../../../data/invalidate-on-settled.ts';
import { errorMessage, plainMessage } from '../../../ui/error-message.ts';
import { leadsKey } from '../leads-key.ts';

const fallback = `Failed to sync lead to ${agency.billingTool}`;

/** The sentence in an error field: a string, or the message of an object. */
function sentenceIn(error: unknown): string {
  const said = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return plainMessage(said) || fallback;
}

/** Why the call itself failed: what the function said with its error status, or that nothing came back. */
async function describeFailure(failure: unknown): Promise<string> {
  if (failure instanceof FunctionsFetchError) return errorMessage(failure.context);
  if (!(failure instanceof FunctionsHttpError)) return fallback;
  const body: unknown = await (failure.context as Response).json().catch(() => null);
  return sentenceIn(typeof body === 'object' && body !== null && 'error' in body ? body.error : body);
}

async function sendToBilling(leadId: string): Promise<void> {
  const { data, error } = await browserClient().functions.invoke<{ error?: unknown } | null>(
    'sync-lead-to-stripe',
    { body: { leadId } },
  );
  if (error) throw new Error(await describeFailure(error));
  // A page in between may return 200 with words of its own: only the function returns an object.
  if (typeof data !== 'object' || data === null) throw new Error(fallback);
  if (data.error !== undefined && data.error !== null) throw new Error(sentenceIn(data.error));
}

/** Makes the lead a customer of the billing tool. Failures say what the function said. */
export function useSendToBilling(callbacks: { onSent: () => void; onFailed: (text: string) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: sendToBilling,
    onSuccess: () => callbacks.onSent(),
    onError: (error) => callbacks.onFailed(plainMessage(error.message) || fallback),
    onSettled: invalidateOnSettled(queries, leadsKey),
  });
}
