const firstPauseMs = 500;
const longestPauseMs = 60_000;
const mostRemembered = 1_000;

interface Failure {
  count: number;
  at: number;
  report: () => void;
  /** Something happened that nobody was notified of. */
  missed: boolean;
  /** Of the pause. */
  timer?: NodeJS.Timeout;
}

/** What fails again and again is left alone for pauses that grow, so that its loss is reported once a pause. */
export class Pauses {
  private readonly failures = new Map<string, Failure>();

  /** Whether this is left alone for now; what happens then counts as missed. */
  skips(key: string): boolean {
    const failure = this.failures.get(key);
    if (failure?.timer === undefined) return false;
    failure.missed = true;
    return true;
  }

  /** Reports a first failure now. One after another begins a pause, which ends with `retry`. */
  failed(key: string, report: () => void, retry: () => void): void {
    const now = Date.now();
    this.forgetOld(now);
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

  /** It works again; what was missed meanwhile is reported. */
  succeeded(key: string): void {
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

  private forgetOld(now: number): void {
    if (this.failures.size < mostRemembered) return;
    for (const [key, { at, timer }] of this.failures) {
      if (timer === undefined && now - at > longestPauseMs) this.failures.delete(key);
    }
  }
}
