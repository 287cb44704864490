import { expect, test, vi } from 'vitest';
import { createTurnstile } from './turnstile.ts';

const settings = { places: 3, placesPerKey: 2, patienceMs: 60_000, mostWaiting: 2 };

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

test('one key never takes every place', async () => {
  const turnstile = createTurnstile(settings);
  const [first] = await Promise.all([turnstile.enter('greedy'), turnstile.enter('greedy')]);
  const third = turnstile.enter('greedy');
  expect(await settled(third)).toBe(false);
  expect(await settled(turnstile.enter('modest'))).toBe(true);
  first();
  expect(await settled(third)).toBe(true);
});

test('addresses of one wider network count together, so that changing them takes no more places', async () => {
  const turnstile = createTurnstile(settings);
  const [first] = await Promise.all([1, 2].map((n) => turnstile.enter(`2001:db8:5:${n}::/64`)));
  const third = turnstile.enter('2001:db8:5:3::/64');
  expect(await settled(third)).toBe(false);
  expect(await settled(turnstile.enter('2001:db8:6:3::/64'))).toBe(true);
  first?.();
  expect(await settled(third)).toBe(true);
});

test('a place that becomes free goes to the first who may have it, and is given back once', async () => {
  const turnstile = createTurnstile({ ...settings, places: 2 });
  const leave = await turnstile.enter('a');
  await turnstile.enter('b');
  const second = turnstile.enter('a');
  const third = turnstile.enter('c');
  leave();
  leave();
  expect(await settled(second)).toBe(true);
  expect(await settled(third)).toBe(false);
});

test('who kept places busy waits for who did not', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turnstile = createTurnstile({ ...settings, places: 2, placesPerKey: 2 });
  const [leave] = await Promise.all([turnstile.enter('slow 1'), turnstile.enter('slow 2')]);
  const [again, fresh] = [turnstile.enter('slow 1'), turnstile.enter('fresh')];
  vi.advanceTimersByTime(8_000);
  leave();
  expect(await settled(fresh)).toBe(true);
  expect(await settled(again)).toBe(false);
  (await fresh)();
  expect(await settled(again)).toBe(true);
  vi.useRealTimers();
});

test('some of many places are never for those who kept places busy', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turnstile = createTurnstile({ ...settings, places: 4, placesPerKey: 4 });
  const enterSlow = () => Promise.all([1, 2, 3].map(() => turnstile.enter('slow')));
  const before = await enterSlow();
  vi.advanceTimersByTime(8_000);
  for (const leave of before) leave();
  await enterSlow();
  expect(await settled(turnstile.enter('slow'))).toBe(false);
  expect(await settled(turnstile.enter('fresh'))).toBe(true);
  vi.useRealTimers();
});

test('who waits in vain, or in too long a queue, is told so', async () => {
  const turnstile = createTurnstile({ ...settings, patienceMs: 1 });
  await Promise.all([turnstile.enter('a'), turnstile.enter('a')]);
  const inVain = [turnstile.enter('a'), turnstile.enter('a'), turnstile.enter('a')];
  for (const each of await Promise.allSettled(inVain))
    expect(each).toMatchObject({ status: 'rejected', reason: { status: 504, code: 'database_busy' } });
  await expect(turnstile.enter('b')).resolves.toBeTypeOf('function');
});

test('a caller who goes away leaves the queue', async () => {
  const turnstile = createTurnstile(settings);
  const [leave] = await Promise.all([turnstile.enter('a'), turnstile.enter('a')]);
  const gone = new AbortController();
  const abandoned = turnstile.enter('a', gone.signal);
  const patient = turnstile.enter('a');
  gone.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
  leave();
  expect(await settled(patient)).toBe(true);
});
