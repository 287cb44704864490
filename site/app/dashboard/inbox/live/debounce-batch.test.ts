import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounceBatch } from './debounce-batch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what comes together is handed over together, what comes meanwhile afterwards', async () => {
  const batches: string[][] = [];
  const first = Promise.withResolvers<void>();
  const changed = debounceBatch(
    (ids) => {
      batches.push([...ids]);
      return batches.length === 1 ? first.promise : Promise.resolve();
    },
    () => true,
  );
  for (const id of ['a', 'b', 'a']) changed.add(id);
  await vi.advanceTimersByTimeAsync(1_000);
  changed.add('c');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches).toEqual([['a', 'b']]);
  first.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches).toEqual([['a', 'b'], ['c']]);
});

test('nothing is handed over while one’s own work is under way, or after the end', async () => {
  const batches: string[][] = [];
  let quiet = false;
  const changed = debounceBatch(
    async (ids) => void batches.push([...ids]),
    () => quiet,
  );
  changed.add('a');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(batches).toEqual([]);
  quiet = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches).toEqual([['a']]);
  changed.add('b');
  changed.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(batches).toEqual([['a']]);
});

test('a batch that failed is handed over again with what came since, not at once', async () => {
  const batches: string[][] = [];
  const changed = debounceBatch(
    async (ids) => {
      batches.push([...ids]);
      if (batches.length === 1) throw new Error('offline');
    },
    () => true,
  );
  changed.add('a');
  await vi.advanceTimersByTimeAsync(500);
  changed.add('b');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(batches[1]?.toSorted()).toEqual(['a', 'b']);
});
