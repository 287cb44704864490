import { afterEach, expect, test, vi } from 'vitest';
import { createFairSemaphore } from './fair-semaphore.ts';

const settings = { slots: 3, slotsPerKey: 2, timeoutMs: 60_000, maxQueue: 2 };

afterEach(() => vi.useRealTimers());

/** Whether a promise is settled once everything that is ready has run. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  promise.then(
    () => (done = true),
    () => (done = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

test('one key never takes all slots', async () => {
  const semaphore = createFairSemaphore(settings);
  const [first] = await Promise.all([semaphore.acquire('greedy'), semaphore.acquire('greedy')]);
  const third = semaphore.acquire('greedy');
  expect(await settled(third)).toBe(false);
  expect(await settled(semaphore.acquire('modest'))).toBe(true);
  first();
  expect(await settled(third)).toBe(true);
});

test('addresses of one wider network count together, so that changing them gains no slots', async () => {
  const semaphore = createFairSemaphore(settings);
  const [first] = await Promise.all([1, 2].map((n) => semaphore.acquire(`2001:db8:5:${n}::/64`)));
  const third = semaphore.acquire('2001:db8:5:3::/64');
  expect(await settled(third)).toBe(false);
  expect(await settled(semaphore.acquire('2001:db8:6:3::/64'))).toBe(true);
  first?.();
  expect(await settled(third)).toBe(true);
});

test('a released slot goes to the first waiter that may have it, and is released once', async () => {
  const semaphore = createFairSemaphore({ ...settings, slots: 2 });
  const release = await semaphore.acquire('a');
  await semaphore.acquire('b');
  const second = semaphore.acquire('a');
  const third = semaphore.acquire('c');
  release();
  release();
  expect(await settled(second)).toBe(true);
  expect(await settled(third)).toBe(false);
});

test('keys with recent use wait for keys without', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const semaphore = createFairSemaphore({ ...settings, slots: 2, slotsPerKey: 2 });
  const [release] = await Promise.all([semaphore.acquire('slow 1'), semaphore.acquire('slow 2')]);
  const [heavy, light] = [semaphore.acquire('slow 1'), semaphore.acquire('fresh')];
  vi.advanceTimersByTime(8_000);
  release();
  expect(await settled(light)).toBe(true);
  expect(await settled(heavy)).toBe(false);
  (await light)();
  expect(await settled(heavy)).toBe(true);
});

test('a quarter of the slots is reserved for keys without recent use', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const semaphore = createFairSemaphore({ ...settings, slots: 4, slotsPerKey: 4 });
  const enterSlow = () => Promise.all([1, 2, 3].map(() => semaphore.acquire('slow')));
  const before = await enterSlow();
  vi.advanceTimersByTime(8_000);
  for (const release of before) release();
  await enterSlow();
  expect(await settled(semaphore.acquire('slow'))).toBe(false);
  expect(await settled(semaphore.acquire('fresh'))).toBe(true);
});

test('a timeout or a full queue is 504', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const semaphore = createFairSemaphore(settings);
  await Promise.all([semaphore.acquire('a'), semaphore.acquire('a')]);
  const inVain = [semaphore.acquire('a'), semaphore.acquire('a'), semaphore.acquire('a')];
  vi.advanceTimersByTime(settings.timeoutMs - 1);
  expect(await Promise.all(inVain.map(settled))).toEqual([false, false, true]);
  vi.advanceTimersByTime(1);
  expect(await Promise.all(inVain.map(settled))).toEqual([true, true, true]);
  for (const each of await Promise.allSettled(inVain))
    expect(each).toMatchObject({ status: 'rejected', reason: { status: 504, code: 'database_busy' } });
  await expect(semaphore.acquire('b')).resolves.toBeTypeOf('function');
});

test('an aborted request leaves the queue', async () => {
  const semaphore = createFairSemaphore(settings);
  const [release] = await Promise.all([semaphore.acquire('a'), semaphore.acquire('a')]);
  const gone = new AbortController();
  const abandoned = semaphore.acquire('a', gone.signal);
  const waiting = semaphore.acquire('a');
  gone.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
  release();
  expect(await settled(waiting)).toBe(true);
});
