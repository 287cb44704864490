// Delays costly API requests while visitors read pages, so that the event loop stays responsive.
import { performance } from 'node:perf_hooks';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { createFairSemaphore } from './fair-semaphore.ts';

/** The share of this thread's time that callers from outside may use while visitors read pages. */
const share = 0.4;
/** Maximum of unused time that is saved for later requests. */
const maxCreditMs = 5;
/** Maximum of overused time that later requests have to wait for. */
const maxDebtMs = 40;
/** Reading a request and writing its response take this many times as long as the page itself. */
const visitFactor = 3;
const longestRestMs = 100;
const visitMs = 1_000;
const turns = { slots: 1, slotsPerKey: 1, timeoutMs: 10_000, maxQueue: 1_000, usageUnitMs: 20 };

export function createEventLoopPacer() {
  const semaphore = createFairSemaphore(turns);
  let last = performance.eventLoopUtilization();
  let creditMs = maxCreditMs;
  let visitedAt = -Infinity;
  let visitsMs = 0;

  function isVisited(): boolean {
    return performance.now() - visitedAt < visitMs;
  }

  function isBusy(): boolean {
    const now = performance.eventLoopUtilization();
    const active = now.active - last.active;
    const idle = now.idle - last.idle;
    last = now;
    creditMs += (active + idle) * share - Math.max(0, active - visitsMs * visitFactor);
    visitsMs = 0;
    creditMs = Math.max(-maxDebtMs, Math.min(maxCreditMs, creditMs));
    return creditMs <= 0;
  }

  async function rest(): Promise<void> {
    await turn();
    const until = performance.now() + longestRestMs;
    while (isVisited() && isBusy() && performance.now() < until) await wait(2);
  }

  return {
    /** Reports the time in which a page was sent from memory; it is not charged to waiting requests. */
    noteVisit(tookMs: number) {
      visitedAt = performance.now();
      visitsMs += tookMs;
    },
    /** Resolves when the request of this client may start. Throws like a fair semaphore. */
    async enter(key: string, signal?: AbortSignal) {
      if (!isVisited()) return;
      const release = await semaphore.acquire(key, signal);
      void rest().then(release);
    },
    /** Pauses long work between its parts if visitors are reading pages. */
    rest,
  };
}

/**
 * Pages are sent from memory in a fraction of a millisecond, unless this thread is busy with requests that cost a
 * hundred times as much. While pages are read, such requests start one at a time, those of light users first, and only
 * when the work before them has left this thread idle for long enough.
 */
export type EventLoopPacer = ReturnType<typeof createEventLoopPacer>;

/** The pacer that all requests of this thread share. */
export const eventLoopPacer = createEventLoopPacer();

/**
 * Runs work that yields about every millisecond: a body of 20 MB takes a second, which must not delay other requests.
 */
export async function runInSlices<Result>(work: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await eventLoopPacer.rest();
  }
}
