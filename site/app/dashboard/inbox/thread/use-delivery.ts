import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import type { MessageRow } from './read-threads.ts';

/** Of a reply as mail; `state` is null for what was never mail. */
export interface Delivery {
  state: string | null;
  /** Why it was not sent so far. */
  problem: string | null;
  /** Written to a file, because no mail server was set up; never sent later. */
  isFile: boolean;
}

/** Mail is usually sent within seconds: polled for a minute, with backoff. */
const maxPolls = 6;

export function deliveryOf(
  message: Pick<MessageRow, 'delivery_state' | 'delivery_problem' | 'transport_id'>,
): Delivery {
  const { delivery_state: state, delivery_problem: problem, transport_id: transportId } = message;
  return { state, problem, isFile: state === 'recorded' && transportId !== null };
}

async function readDelivery(messageId: string): Promise<Delivery | null> {
  const { data } = await browserClient()
    .from('lead_messages')
    .select('delivery_state, delivery_problem, transport_id')
    .eq('id', messageId)
    .maybeSingle()
    .throwOnError();
  return data && deliveryOf(data);
}

export function deliveryKey(messageId: string): string[] {
  return ['delivery', messageId];
}

/** As the list read it (`known`), or newer. */
export function useDelivery(messageId: string, known: Delivery): Delivery {
  const { data } = useQuery({
    // A newer value of the list starts over.
    queryKey: [...deliveryKey(messageId), known],
    queryFn: () => readDelivery(messageId),
    enabled: known.state === 'recorded',
    refetchInterval: ({ state: { data: now, dataUpdateCount: count } }) =>
      count < maxPolls && (now?.state ?? 'recorded') === 'recorded' ? 1000 * 2 ** count : false,
  });
  return data ?? known;
}
