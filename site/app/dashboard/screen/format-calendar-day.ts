// Formats calendar days, which have no time zone.
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
