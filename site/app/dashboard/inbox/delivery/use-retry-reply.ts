import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { invalidateOnSettled } from '../../../data/invalidate-on-settled.ts';
import { leadsKey } from '../leads-key.ts';
import { deliveryKey } from './use-delivery.ts';

async function retryReply(messageId: string): Promise<void> {
  await browserClient().rpc('retry_reply', { reply: messageId }).throwOnError();
}

/** Queues a failed reply again. */
export function useRetryReply(callbacks: { onQueued: () => void; onFailed: (error: Error) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: retryReply,
    onSuccess: () => callbacks.onQueued(),
    onError: (error) => callbacks.onFailed(error),
    onSettled: (data, error, messageId) => {
      void queries.resetQueries({ queryKey: deliveryKey(messageId) });
      return invalidateOnSettled(queries, leadsKey)(data, error);
    },
  });
}
