import { outsideAddress } from './gateway/client-address.ts';
import { addressKey } from './limits/address-key.ts';
import type { Turnstile, TurnstileSettings } from './limits/turnstile.ts';

/** How much of this process requests from outside may take at once. */
export const outsidePlaces = {
  /**
   * Slow requests must not keep the pages and forms of this process from the database, nor one address the other
   * addresses.
   */
  requests: { places: 7, placesPerKey: 5, patienceMs: 10_000, mostWaiting: 1_000 },
  /** Large answers on their way: each is held in memory until it is read. */
  largeAnswers: { places: 8, placesPerKey: 4, patienceMs: 2_000, mostWaiting: 4 },
  /** Large bodies on their way in: a caller who sends them slowly must not fill the memory either. */
  largeBodies: { places: 8, placesPerKey: 4, patienceMs: 10_000, mostWaiting: 100 },
} satisfies Record<string, TurnstileSettings>;

/** A place for a request from outside, by its address; requests made inside this process need none. */
export async function enterFromOutside(turnstile: Turnstile, request: Request): Promise<() => void> {
  const address = outsideAddress(request);
  return address === undefined ? () => {} : turnstile.enter(addressKey(address), request.signal);
}
