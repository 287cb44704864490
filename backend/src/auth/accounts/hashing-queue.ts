// Hashing fills the few threads that compression, files and name look-ups wait in as well, and takes a core for tens of
// milliseconds. So little of it is under way at a time, and callers take turns by their address.
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
  // Two hashes: whoever sent as many already comes after those who did not.
  usageUnitMs: 50,
});
const callers = new AsyncLocalStorage<{ address: string; signal: AbortSignal }>();

/** Runs work whose hashing counts for this address, and is given up when the signal says so. */
export function withHashingCaller<T>(address: string, signal: AbortSignal, work: () => T): T {
  return callers.run({ address, signal }, work);
}

/** Runs one hash when it is its turn. Throws 429 (over_request_rate_limit) after waiting in vain. */
export async function withHashingSlot<T>(hash: () => Promise<T>): Promise<T> {
  const { address = '', signal } = callers.getStore() ?? {};
  const leave = await queue.acquire(address, signal).catch((error: unknown) => {
    // What else it throws is the signal's reason.
    throw error instanceof BackendError
      ? tooManyAtOnce()
      : authError(499, 'request_abandoned', 'The caller went away');
  });
  try {
    return await hash();
  } finally {
    leave();
  }
}

function tooManyAtOnce(): BackendError {
  return authError(
    429,
    'over_request_rate_limit',
    'Too many passwords are being checked. Try again in a moment.',
  );
}
