import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

/** What became of a reply as mail; its state is null for what was never mail. */
export interface Delivery {
  state: string | null;
  /** Why it was not sent so far. */
  problem: string | null;
}

/** Mail leaves within moments, so what was just recorded is looked after for a minute, further and further apart. */
const looks = 6;

async function readDelivery(messageId: string): Promise<Delivery | null> {
  const { data } = await browserClient()
    .from('lead_messages')
    .select('delivery_state, delivery_problem')
    .eq('id', messageId)
    .maybeSingle()
    .throwOnError();
  return data && { state: data.delivery_state, problem: data.delivery_problem };
}

export function deliveryKey(messageId: string): string[] {
  return ['delivery', messageId];
}

/** The delivery as the list read it, or newer. */
export function useDelivery(messageId: string, known: Delivery): Delivery {
  const { data } = useQuery({
    // Whenever the list says something new, that is the newest there is.
    queryKey: [...deliveryKey(messageId), known],
    queryFn: () => readDelivery(messageId),
    enabled: known.state === 'recorded',
    refetchInterval: ({ state: { data: now, dataUpdateCount: count } }) =>
      count < looks && (now?.state ?? 'recorded') === 'recorded' ? 1000 * 2 ** count : false,
  });
  return data ?? known;
}
