import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdBatcher } from './watch-inbox.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('ids that arrive together are one batch, those that arrive during it are the next', async () => {
  const batches: string[][] = [];
  const first = Promise.withResolvers<void>();
  const changed = createIdBatcher(
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

test('nothing is handled while not idle, or after stop', async () => {
  const batches: string[][] = [];
  let idle = false;
  const changed = createIdBatcher(
    async (ids) => void batches.push([...ids]),
    () => idle,
  );
  changed.add('a');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(batches).toEqual([]);
  idle = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches).toEqual([['a']]);
  changed.add('b');
  changed.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(batches).toEqual([['a']]);
});

test('a failed batch is retried later, together with what came since', async () => {
  const batches: string[][] = [];
  const changed = createIdBatcher(
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
