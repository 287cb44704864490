import { remoteAddress } from './remote-client.ts';
import { addressKey } from '../limits/address-key.ts';
import type { FairSemaphore, FairSemaphoreOptions } from '../limits/fair-semaphore.ts';

/** How much of this process requests from outside may take at once. */
export const concurrencyLimits = {
  /**
   * Slow requests must not keep the pages and forms of this process from the database, nor one address the other
   * addresses.
   */
  requests: { slots: 7, slotsPerKey: 5, timeoutMs: 10_000, maxQueue: 1_000 },
  /** Large answers on their way: each is held in memory until it is read. */
  largeResponses: { slots: 8, slotsPerKey: 4, timeoutMs: 2_000, maxQueue: 4 },
  /** Large bodies on their way in: a caller who sends them slowly must not fill the memory either. */
  largeBodies: { slots: 8, slotsPerKey: 4, timeoutMs: 10_000, maxQueue: 100 },
} satisfies Record<string, FairSemaphoreOptions>;

/** A place for a request from outside, by its address; requests made inside this process need none. */
export async function acquireSlot(semaphore: FairSemaphore, request: Request): Promise<() => void> {
  const address = remoteAddress(request);
  return address === undefined ? () => {} : semaphore.acquire(addressKey(address), request.signal);
}
