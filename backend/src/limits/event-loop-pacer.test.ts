import { performance } from 'node:perf_hooks';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventLoopPacer } from './event-loop-pacer.ts';
import type { EventLoopPacer } from './event-loop-pacer.ts';

/** Blocks the thread as one request does that is expensive to parse. */
function burn(forMs: number): void {
  const end = performance.now() + forMs;
  while (performance.now() < end);
}

/** Runs eight clients for this time; returns the share of this thread's time that they took. */
async function flood(pacer: EventLoopPacer, forMs: number): Promise<number> {
  const end = performance.now() + forMs;
  const before = performance.eventLoopUtilization();
  async function client(): Promise<void> {
    while (performance.now() < end) {
      await pacer.enter('192.0.2.1');
      burn(5);
      await wait(0);
    }
  }
  await Promise.all(Array.from({ length: 8 }, client));
  return performance.eventLoopUtilization(before).utilization;
}

test('requests from outside leave most of this thread to visitors, and take all of it without them', async () => {
  const pacer = createEventLoopPacer();
  expect(await flood(pacer, 500)).toBeGreaterThan(0.9);
  const visits = setInterval(() => pacer.noteVisit(0), 50);
  pacer.noteVisit(0);
  try {
    expect(await flood(pacer, 1_500)).toBeLessThan(0.65);
  } finally {
    clearInterval(visits);
  }
});

test('pages alone that keep this thread busy do not hold requests up', async () => {
  const pacer = createEventLoopPacer();
  const end = performance.now() + 1_000;
  async function readPages(): Promise<void> {
    while (performance.now() < end) {
      const since = performance.now();
      burn(0.5);
      pacer.noteVisit(performance.now() - since);
      await turn();
    }
  }
  const pages = readPages();
  let entered = 0;
  while (performance.now() < end) {
    await pacer.enter('192.0.2.2');
    burn(1);
    entered += 1;
  }
  await pages;
  // If time spent on pages counted as use by requests, about one request would start per 100 ms.
  expect(entered).toBeGreaterThan(20);
});

test('a request of a caller with little load does not wait behind the queue of a caller with much', async () => {
  const pacer = createEventLoopPacer();
  pacer.noteVisit(0);
  const order: string[] = [];
  async function enter(key: string): Promise<void> {
    await pacer.enter(key);
    order.push(key);
    burn(key === '192.0.2.1' ? 20 : 0);
  }
  const heavy = Array.from({ length: 6 }, () => enter('192.0.2.1'));
  await expect.poll(() => order.length, { interval: 1 }).toBeGreaterThanOrEqual(2);
  pacer.noteVisit(0);
  const begun = order.length;
  await enter('192.0.2.2');
  expect(order.indexOf('192.0.2.2')).toBeLessThanOrEqual(begun + 1);
  await Promise.all(heavy);
});

test('an aborted request leaves the queue', async () => {
  const pacer = createEventLoopPacer();
  pacer.noteVisit(0);
  await pacer.enter('192.0.2.1');
  const gone = new AbortController();
  const waiting = pacer.enter('192.0.2.1', gone.signal);
  gone.abort(new Error('the caller went away'));
  await expect(waiting).rejects.toThrow('the caller went away');
});
