import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsKey } from '../use-leads.ts';
import { deliveryKey } from './use-delivery.ts';

async function retryReply(messageId: string): Promise<void> {
  await browserClient().rpc('retry_reply', { reply: messageId }).throwOnError();
}

/** Hands a failed reply to the outbox once more. */
export function useRetryReply(callbacks: { onQueued: () => void; onFailed: (error: Error) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: retryReply,
    onSuccess: () => callbacks.onQueued(),
    onError: (error) => callbacks.onFailed(error),
    onSettled: (_, _error, messageId) =>
      Promise.all([
        queries.resetQueries({ queryKey: deliveryKey(messageId) }),
        queries.invalidateQueries({ queryKey: leadsKey }),
      ]),
  });
}
