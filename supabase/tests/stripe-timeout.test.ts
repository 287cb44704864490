import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withStripeTimeout } from '../functions/sync-lead-to-stripe/stripe-client.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('G-38 Stripe times out after ten seconds; a response before that counts', async () => {
  let failure: unknown;
  const noResponse = new Promise<never>(() => {});
  withStripeTimeout(noResponse).catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toEqual(new Error("Stripe didn't respond within 10 seconds. Try again."));

  expect(await withStripeTimeout(Promise.resolve('cus_1'))).toBe('cus_1');
  await expect(withStripeTimeout(Promise.reject(new Error('No such key')))).rejects.toThrow('No such key');
  expect(vi.getTimerCount()).toBe(0);
});
