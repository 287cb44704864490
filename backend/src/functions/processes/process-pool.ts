import { bootError, tooBusy } from '../errors.ts';
import { maxProcesses } from '../limits.ts';
import { startFunctionProcess } from './function-process.ts';
import type { FunctionProcess, ProcessOptions } from './function-process.ts';

export interface ProcessPool {
  /**
   * The process of a function, started when there is none, for one call: `done` gives it back. Throws BOOT_ERROR when it
   * cannot start, 503 when too many functions are busy.
   */
  enter(name: string, order: ProcessOptions): Promise<{ process: FunctionProcess; done: () => void }>;
  /** Ends them all. */
  close(): Promise<void>;
}

interface Place {
  process: FunctionProcess;
  version: number;
  /** No longer entered: its last call ends it. */
  retired: boolean;
  calls: number;
  usedAt: number;
}

/** A function that fails to start is not started again at every call. */
const mostRestMs = 5_000;

/** One process a function, kept while it is used. */
export function createProcessPool(idleTimeoutMs: number): ProcessPool {
  const places = new Map<string, Place>();
  const failures = new Map<string, { count: number; until: number; version: number }>();
  const sweep = setInterval(
    () => {
      for (const [name, place] of places) {
        if (place.calls === 0 && Date.now() - place.usedAt >= idleTimeoutMs) close(name, place);
      }
    },
    Math.min(idleTimeoutMs, 10_000),
  ).unref();

  function open(name: string, order: ProcessOptions): Place {
    const failure = failures.get(name);
    if (failure?.version === order.version && failure.until > Date.now()) throw bootError();
    if (places.size >= maxProcesses) makeRoom();
    const { version } = order;
    const place: Place = {
      process: startFunctionProcess(order),
      version,
      retired: false,
      calls: 0,
      usedAt: Date.now(),
    };
    places.set(name, place);
    void forgetOnceEnded(name, place);
    return place;
  }

  async function forgetOnceEnded(name: string, place: Place): Promise<void> {
    await place.process.ended;
    if (places.get(name) === place) places.delete(name);
  }

  function makeRoom(): void {
    const idle = [...places].filter(([, { calls }]) => calls === 0);
    const longest = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0];
    if (!longest) throw tooBusy();
    close(...longest);
  }

  /** No call enters it any more. */
  function close(name: string, place: Place): void {
    places.delete(name);
    place.retired = true;
    if (place.calls === 0) place.process.stop();
  }

  /** The place of the newest version. */
  function find(name: string, order: ProcessOptions): Place {
    const place = places.get(name);
    if (place?.version === order.version) return place;
    if (place) close(name, place);
    return open(name, order);
  }

  function logFailure(name: string, version: number): void {
    const count = (failures.get(name)?.count ?? 0) + 1;
    failures.set(name, { count, until: Date.now() + Math.min(mostRestMs, 100 * 2 ** count), version });
  }

  return {
    async enter(name, order) {
      const place = find(name, order);
      place.calls += 1;
      const done = once(() => {
        place.calls -= 1;
        place.usedAt = Date.now();
        if (place.retired && place.calls === 0) place.process.stop();
      });
      try {
        await place.process.ready;
        failures.delete(name);
        return { process: place.process, done };
      } catch {
        done();
        logFailure(name, order.version);
        throw bootError();
      }
    },
    async close() {
      clearInterval(sweep);
      const open = [...places.values()].map(({ process }) => process);
      for (const process of open) process.stop();
      await Promise.all(open.map(({ ended }) => ended));
    },
  };
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
