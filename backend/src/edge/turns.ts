// Runs work of many connections in turn, a few milliseconds at a time, so that new requests are served in between.

export interface Turns {
  /** Runs it in one of the next rounds of the event loop. Added twice before its turn, it runs once. */
  add(work: () => void): void;
}

export function createTurns(roundMs = 5): Turns {
  const queue = new Set<() => void>();
  let isRunning = false;

  function run(): void {
    const until = performance.now() + roundMs;
    for (const work of queue) {
      queue.delete(work);
      work();
      if (performance.now() > until) break;
    }
    isRunning = queue.size > 0;
    if (isRunning) setImmediate(run);
  }

  return {
    add(work) {
      queue.add(work);
      if (isRunning) return;
      isRunning = true;
      setImmediate(run);
    },
  };
}
