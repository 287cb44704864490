// Delays costly API requests while visitors read pages, so that the event loop stays responsive.
import { performance } from 'node:perf_hooks';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { createFairSemaphore } from './fair-semaphore.ts';

/** Of this thread's time, what callers from outside may use while visitors read pages. */
const share = 0.4;
/** Saved up while little is done. */
const maxCreditMs = 5;
/** Upper limit of the debt from long work. */
const maxDebtMs = 40;
/** Reading a request and writing its answer to the socket, for each millisecond that the page itself took. */
const visitFactor = 3;
const longestRestMs = 100;
const visitMs = 1_000;
const turns = { slots: 1, slotsPerKey: 1, timeoutMs: 10_000, maxQueue: 1_000, usageUnitMs: 20 };

/**
 * Pages are sent from memory in a fraction of a millisecond, unless this thread is busy with requests that cost a
 * hundred times as much. While pages are read, such requests begin one at a time, those of light users first, and only
 * when the work before them has left this thread idle for long enough.
 */
export interface LoopPacer {
  /** A page was sent from memory, which took so long: it is not counted against those who wait. */
  noteVisit(tookMs: number): void;
  /** Resolves when the request of this client may begin. Throws as a fair semaphore does. */
  enter(key: string, signal?: AbortSignal): Promise<void>;
  /** Between the parts of long work. */
  rest(): Promise<void>;
}

export function createLoopPacer(): LoopPacer {
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
    noteVisit(tookMs) {
      visitedAt = performance.now();
      visitsMs += tookMs;
    },
    async enter(key, signal) {
      if (!isVisited()) return;
      const release = await semaphore.acquire(key, signal);
      void rest().then(release);
    },
    rest,
  };
}

/** For all requests of this thread. */
export const loopPacer = createLoopPacer();
