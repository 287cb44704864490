import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { padResponseTime } from './prevent-enumeration.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test.each([
  [0, 100],
  [1, 100],
  [60, 100],
  [101, 200],
])('G-34 work of %i ms settles after %i ms, fulfilled or rejected', async (workMs, responseMs) => {
  for (const fails of [false, true]) {
    const began = performance.now();
    let ended = 0;
    const padded = padResponseTime(async () => {
      await sleep(workMs);
      if (fails) throw new Error('refused');
    })
      .catch(() => {})
      .finally(() => (ended = performance.now()));
    await vi.runAllTimersAsync();
    await padded;
    expect(ended - began).toBe(responseMs);
  }
});
