// Formats days for the privacy screen; returns today's date in the browser's time zone.
const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });

/** "November 23, 2026", of a day without a time. */
export function formatDay(date: string): string {
  return day.format(new Date(date));
}

/** "2026-11-23", in the browser's time zone. */
export function todayInBrowserZone(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
