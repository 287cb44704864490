// A hash takes a core for tens of milliseconds in the thread pool that compression, files and DNS share: so one or two
// run at a time, fair by client address.
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { BackendError } from '../../errors/backend-error.ts';
import { createFairSemaphore } from '../../limits/fair-semaphore.ts';
import { authError } from '../http/errors.ts';

const queue = createFairSemaphore({
  slots: availableParallelism() >= 4 ? 2 : 1,
  slotsPerKey: 1,
  timeoutMs: 10_000,
  maxQueue: 50,
  // Two hashes: who sent as many comes after the others.
  usageUnitMs: 50,
});
const callers = new AsyncLocalStorage<{ address: string; signal: AbortSignal }>();

/** Hashes of `work` are queued under this client address and dropped when the signal aborts. */
export function withHashingCaller<T>(address: string, signal: AbortSignal, work: () => T): T {
  return callers.run({ address, signal }, work);
}

/** Throws 429 after the timeout, 499 when the client is gone. */
export async function withHashingSlot<T>(hash: () => Promise<T>): Promise<T> {
  const { address = '', signal } = callers.getStore() ?? {};
  const release = await queue.acquire(address, signal).catch((error: unknown) => {
    // Anything else thrown is the signal's reason.
    throw error instanceof BackendError
      ? tooManyAtOnce()
      : authError(499, 'request_abandoned', 'The caller went away');
  });
  try {
    return await hash();
  } finally {
    release();
  }
}

function tooManyAtOnce(): BackendError {
  return authError(
    429,
    'over_request_rate_limit',
    'Too many passwords are being checked. Try again in a moment.',
  );
}
