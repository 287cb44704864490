import { FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import { product } from '../../../agency/product.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { errorMessage, plainMessage } from '../../../ui/error-message.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { leadsKey } from '../leads-key.ts';

const fallback = inboxTexts.billing.failed(product.billingTool);

/** An error field is a string, or an object with a message. */
function textOf(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return plainMessage(text) || fallback;
}

/** The text of the function for an error status, or of the network. */
async function describeFailure(failure: unknown): Promise<string> {
  if (failure instanceof FunctionsFetchError) return errorMessage(failure.context);
  if (!(failure instanceof FunctionsHttpError)) return fallback;
  const body: unknown = await (failure.context as Response).json().catch(() => null);
  return textOf(typeof body === 'object' && body !== null && 'error' in body ? body.error : body);
}

async function sendToBilling(leadId: string): Promise<void> {
  const { data, error } = await browserClient().functions.invoke<{ error?: unknown } | null>(
    'sync-lead-to-stripe',
    { body: { leadId } },
  );
  if (error) throw new Error(await describeFailure(error));
  // A proxy may return 200 with a page: only the function returns an object.
  if (typeof data !== 'object' || data === null) throw new Error(fallback);
  if (data.error !== undefined && data.error !== null) throw new Error(textOf(data.error));
}

/** Makes the lead a customer of the billing tool. `onFailed` gets the text of the function. */
export function useSendToBilling(callbacks: { onSent: () => void; onFailed: (text: string) => void }) {
  return useWrite(sendToBilling, leadsKey, {
    waits: true,
    onSuccess: () => callbacks.onSent(),
    onError: (error) => callbacks.onFailed(plainMessage(error.message) || fallback),
  });
}
