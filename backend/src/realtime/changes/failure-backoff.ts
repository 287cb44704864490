// Skips events of a key that failed repeatedly; retries after increasing pauses, with one report each.
const firstPauseMs = 500;
const longestPauseMs = 60_000;
const maxFailures = 1_000;

interface Failure {
  count: number;
  at: number;
  report: () => void;
  /** Whether an event was skipped that has not been reported. */
  missed: boolean;
  timer?: NodeJS.Timeout;
}

/** Repeated failures of a key are reported once per pause, not once per event. */
export class FailureBackoff {
  private readonly failures = new Map<string, Failure>();

  /** When true, the current event counts as missed. */
  shouldSkip(key: string): boolean {
    const failure = this.failures.get(key);
    if (failure?.timer === undefined) return false;
    failure.missed = true;
    return true;
  }

  /** Reports the first failure at once. Each further one begins a pause, which ends with `retry`. */
  recordFailure(key: string, report: () => void, retry: () => void): void {
    const now = Date.now();
    this.evictOld(now);
    const failure = this.failures.get(key) ?? { count: 0, at: now, report, missed: false };
    this.failures.set(key, failure);
    Object.assign(failure, { count: failure.count + 1, at: now, report });
    if (failure.count === 1) {
      report();
      return;
    }
    failure.missed = true;
    failure.timer ??= setTimeout(
      () => {
        delete failure.timer;
        retry();
      },
      Math.min(firstPauseMs * 2 ** (failure.count - 2), longestPauseMs),
    ).unref();
  }

  /** Ends the backoff and reports what was missed. */
  recordSuccess(key: string): void {
    const failure = this.failures.get(key);
    if (failure === undefined) return;
    clearTimeout(failure.timer);
    this.failures.delete(key);
    if (failure.missed) failure.report();
  }

  close(): void {
    for (const { timer } of this.failures.values()) clearTimeout(timer);
    this.failures.clear();
  }

  private evictOld(now: number): void {
    if (this.failures.size < maxFailures) return;
    for (const [key, { at, timer }] of this.failures) {
      if (timer === undefined && now - at > longestPauseMs) this.failures.delete(key);
    }
  }
}
