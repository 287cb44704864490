import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within10s } from '../functions/sync-lead-to-stripe/stripe-client.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('G-38 Stripe is waited for ten seconds and no longer, and what it says before counts', async () => {
  let said: unknown;
  const silence = new Promise<never>(() => {});
  within10s(silence).catch((error: unknown) => (said = error));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(said).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual(new Error('Stripe did not answer within 10 seconds. Try again.'));

  expect(await within10s(Promise.resolve('cus_1'))).toBe('cus_1');
  await expect(within10s(Promise.reject(new Error('No such key')))).rejects.toThrow('No such key');
  expect(vi.getTimerCount()).toBe(0);
});
