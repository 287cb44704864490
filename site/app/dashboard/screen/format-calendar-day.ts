// Formats calendar days, which have no time zone; returns today's date in the browser's time zone.
const longFormat = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
const shortFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "2026-11-23" as "November 23, 2026". */
export function formatCalendarDay(day: string): string {
  return longFormat.format(new Date(day));
}

/** "2026-11-12" as "Nov 12". */
export function formatMonthAndDay(day: string): string {
  return shortFormat.format(new Date(`${day}T00:00:00Z`));
}

/** "2026-11-23", in the browser's time zone. */
export function todayInBrowserZone(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
