import type { FakeClock } from '../outage/fake-clock.ts';

const hourMs = 3_600_000;

/** The simulated time of the month, for the server and for the driver. */
export interface MonthClock {
  /** Milliseconds since the month began. */
  elapsed(): number;
  now(): Date;
  advanceTo(elapsedMs: number): void;
  /** Whether it is working time of the agency. */
  isWorkTime(): boolean;
}

/** `beginsAt` is midnight in Toronto, in winter. */
export function startMonthClock(clock: FakeClock, beginsAt: number): MonthClock {
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  return {
    now,
    elapsed: () => now().getTime() - beginsAt,
    advanceTo(elapsedMs) {
      offset = Math.max(offset, Math.ceil((beginsAt + elapsedMs - Date.now()) / 1000) * 1000);
      clock.set(offset / 1000);
    },
    isWorkTime() {
      const local = new Date(now().getTime() - 5 * hourMs);
      const day = local.getUTCDay();
      return day > 0 && day < 6 && local.getUTCHours() >= 9 && local.getUTCHours() < 17;
    },
  };
}
