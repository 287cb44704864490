const debounceMs = 150;
const retryMs = 3_000;

export interface Batch {
  add: (id: string) => void;
  stop: () => void;
}

/** Handles ids in batches, one at a time and only while `isIdle`. A failed batch is retried with what was added since. */
export function debounceBatch(
  handle: (ids: ReadonlySet<string>) => Promise<void>,
  isIdle: () => boolean,
): Batch {
  let ids = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function schedule(ms: number): void {
    if (ids.size > 0 && !stopped) timer = setTimeout(() => void handleBatch(), ms);
  }

  async function handleBatch(): Promise<void> {
    const batch = ids;
    let delayMs = debounceMs;
    if (isIdle()) {
      ids = new Set();
      try {
        await handle(batch);
      } catch {
        delayMs = retryMs;
        for (const id of batch) ids.add(id);
      }
    }
    timer = undefined;
    schedule(delayMs);
  }

  return {
    add(id) {
      ids.add(id);
      if (timer === undefined) schedule(debounceMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
