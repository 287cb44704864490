import { useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { leadsKey } from '../leads-key.ts';
import { deliveryKey } from './use-delivery.ts';

/** Queues a failed reply again. */
export function useRetryReply(callbacks: { onSuccess: () => void; onError: (error: Error) => void }) {
  const queries = useQueryClient();
  async function retryReply(messageId: string): Promise<void> {
    try {
      await browserClient().rpc('retry_reply', { reply: messageId }).throwOnError();
    } finally {
      void queries.resetQueries({ queryKey: deliveryKey(messageId) });
    }
  }
  return useWrite(retryReply, leadsKey, { waits: true, ...callbacks });
}
