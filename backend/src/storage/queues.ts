import { addressKey } from '../limits/address-key.ts';
import { createTurnstile } from '../limits/turnstile.ts';
import type { TurnstileSettings } from '../limits/turnstile.ts';

/** Waits for a place, and answers the function that gives it back. */
export type Queue = (request: Request) => Promise<() => void>;

/** A slow sender holds an open file and little else, so there is room for many. */
const uploads = { places: 200, placesPerKey: 25, patienceMs: 30_000, mostWaiting: 100 };
/** Making a picture takes a processor and its whole original in memory. */
const pictures = { places: 2, placesPerKey: 1, patienceMs: 20_000, mostWaiting: 30 };

export function createQueues(outsideAddress: (request: Request) => string | undefined) {
  function queue(settings: TurnstileSettings): Queue {
    const turnstile = createTurnstile(settings);
    return (request) => {
      const address = outsideAddress(request);
      const key = address === undefined ? 'inside' : addressKey(address);
      return turnstile.enter(key, request.signal);
    };
  }
  return { receive: queue(uploads), draw: queue(pictures) };
}
