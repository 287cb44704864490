const debounceMs = 150;
const afterFailureMs = 3_000;

export interface Batch {
  add: (id: string) => void;
  stop: () => void;
}

/**
 * Hands ids over together, a moment after the first, one batch after the other, and not before `isQuiet` says so.
 * A batch that failed is handed over again, a while later.
 */
export function debounceBatch(
  handle: (ids: ReadonlySet<string>) => Promise<void>,
  isQuiet: () => boolean,
): Batch {
  let ids = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function waitFor(ms: number): void {
    if (ids.size > 0 && !stopped) timer = setTimeout(() => void handOver(), ms);
  }

  async function handOver(): Promise<void> {
    const batch = ids;
    let delayMs = debounceMs;
    if (isQuiet()) {
      ids = new Set();
      try {
        await handle(batch);
      } catch {
        delayMs = afterFailureMs;
        for (const id of batch) ids.add(id);
      }
    }
    timer = undefined;
    waitFor(delayMs);
  }

  return {
    add(id) {
      ids.add(id);
      if (timer === undefined) waitFor(debounceMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
