import { clientIpKey } from '../limits/client-ip-key.ts';
import { createFairSemaphore } from '../limits/fair-semaphore.ts';
import type { FairSemaphoreOptions } from '../limits/fair-semaphore.ts';

/** Returns the slot's release. */
export type AcquireSlot = (request: Request) => Promise<() => void>;

/** Many: a slow sender costs little more than an open file. */
const uploads = { slots: 200, slotsPerKey: 25, timeoutMs: 30_000, maxQueue: 100 };
/** Fewer where the length is not known: what many at once have reserved together could pass a quota before any is whole. */
const unmeasuredUploads = { ...uploads, slotsPerKey: 2 };
/** Few: each takes a processor, and its original in memory. */
const images = { slots: 2, slotsPerKey: 1, timeoutMs: 20_000, maxQueue: 30 };

export function createConcurrencyLimits(remoteAddress: (request: Request) => string | undefined) {
  function limit(settings: FairSemaphoreOptions): AcquireSlot {
    const semaphore = createFairSemaphore(settings);
    return (request) => {
      const address = remoteAddress(request);
      const key = address === undefined ? 'inside' : clientIpKey(address);
      return semaphore.acquire(key, request.signal);
    };
  }
  const acquireMeasured = limit(uploads);
  const acquireUnmeasured = limit(unmeasuredUploads);
  function acquireUploadSlot(request: Request): Promise<() => void> {
    // Requests inside this process declare none.
    const isMeasured = request.headers.has('content-length') || remoteAddress(request) === undefined;
    return isMeasured ? acquireMeasured(request) : acquireUnmeasured(request);
  }
  return { acquireUploadSlot, acquireRenderSlot: limit(images) };
}
