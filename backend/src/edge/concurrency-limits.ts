import type { MiddlewareHandler } from 'hono';
import { clientIpKey } from '../limits/client-ip-key.ts';
import { createFairSemaphore } from '../limits/fair-semaphore.ts';
import type { FairSemaphore } from '../limits/fair-semaphore.ts';
import { loopPacer } from '../limits/loop-pacer.ts';
import { isLarge, streamSlowly } from './large-response.ts';
import { remoteAddress } from './remote-client.ts';

/** For requests from outside. */
export interface Slots {
  /** Database use: slow requests must not block this process's own pages, nor one address the others. */
  requests: FairSemaphore;
  /** Responses under way: each is held in memory until it is read. */
  largeResponses: FairSemaphore;
}

export function createSlots(): Slots {
  return {
    requests: createFairSemaphore({ slots: 7, slotsPerKey: 5, timeoutMs: 10_000, maxQueue: 1_000 }),
    largeResponses: createFairSemaphore({ slots: 8, slotsPerKey: 4, timeoutMs: 2_000, maxQueue: 4 }),
  };
}

/** Requests made inside this process need no slot. */
export async function acquireSlot(semaphore: FairSemaphore, request: Request): Promise<() => void> {
  const address = remoteAddress(request);
  return address === undefined ? () => {} : semaphore.acquire(clientIpKey(address), request.signal);
}

/** While visitors read pages, requests from outside begin as this thread has time for them. */
export const paceRequests: MiddlewareHandler = async (c, next) => {
  const address = remoteAddress(c.req.raw);
  if (address !== undefined) await loopPacer.enter(clientIpKey(address), c.req.raw.signal);
  return next();
};

export function limitLargeResponses(semaphore: FairSemaphore): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (remoteAddress(c.req.raw) === undefined || !isLarge(c.res)) return;
    const response = c.res;
    // Otherwise Hono copies this response's headers to its replacement.
    c.res = undefined;
    c.res = await streamSlowly(response, await acquireSlot(semaphore, c.req.raw));
  };
}
