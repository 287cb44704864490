// Formats values for users: dates, counts, prices.

// Creating a formatter takes longer than rendering a tile.
const [whole, cents] = [0, 2].map((digits) =>
  Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
) as [Intl.NumberFormat, Intl.NumberFormat];

/** "$12,500": no cents in whole dollars, else two digits. The specification's format, in every locale. */
export function formatDollars(amount: number): string {
  return `$${(Number.isInteger(amount) ? whole : cents).format(amount)}`;
}

/** "1,200": a whole number in the site's locale. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-CA');
}

/** "1,200", or "1,000+" above a limit of 1,000. */
export function formatCountUpTo(limit: number, count: number): string {
  return count > limit ? `${formatCount(limit)}+` : formatCount(count);
}

const cardDate = { locale: 'en-US', dateStyle: 'medium' } as const;
const clockTime = { locale: 'en-CA', timeStyle: 'short' } as const;
const clockSecond = { locale: 'en-CA', timeStyle: 'medium' } as const;
const longDate = { locale: 'en-CA', dateStyle: 'long' } as const;
const longTime = { locale: 'en-CA', dateStyle: 'long', timeStyle: 'short' } as const;
const yearOnly = { locale: 'en-CA', year: 'numeric' } as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating one takes longer than formatting a hundred dates. */
function formatterFor(
  {
    locale,
    ...style
  }:
    | typeof cardDate
    | typeof clockTime
    | typeof clockSecond
    | typeof longDate
    | typeof longTime
    | typeof yearOnly,
  timeZone: string | undefined,
) {
  const key = JSON.stringify({ ...style, timeZone });
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone });
  formatters.set(key, formatter);
  return formatter;
}

/** "Jan 5, 2025" in `timeZone`, so that server and browsers format it equally; by default the browser's zone. */
export function formatShortDate(timestamp: string, timeZone?: string): string {
  return formatterFor(cardDate, timeZone).format(new Date(timestamp));
}

/** "10:43 p.m." Browsers and Node use different spaces, and the figures font lacks the narrow one. */
function formatClock(
  timestamp: string,
  timeZone?: string,
  style: typeof clockTime | typeof clockSecond = clockTime,
): string {
  return formatterFor(style, timeZone)
    .format(new Date(timestamp))
    .replaceAll(/[\u00A0\u202F]/g, ' ');
}

/** "Jan 5, 2025, 10:43 p.m." */
export function formatDateTime(timestamp: string, timeZone?: string): string {
  return `${formatShortDate(timestamp, timeZone)}, ${formatClock(timestamp, timeZone)}`;
}

/** "Jan 5, 2025, 10:43:09 p.m.", for lists that may have several entries per minute. */
export function formatDateTimeWithSeconds(timestamp: string, timeZone?: string): string {
  return `${formatShortDate(timestamp, timeZone)}, ${formatClock(timestamp, timeZone, clockSecond)}`;
}

/** "January 5, 2025" in the agency's time zone. */
export function formatLongDate(timestamp: string, timeZone: string): string {
  return formatterFor(longDate, timeZone).format(new Date(timestamp));
}

/** "January 5, 2025 at 9:14 a.m." in the agency's time zone. Browsers and Node use different spaces. */
export function formatLongDateTime(timestamp: string, timeZone: string): string {
  return formatterFor(longTime, timeZone)
    .format(new Date(timestamp))
    .replaceAll(/[\u00A0\u202F]/g, ' ');
}

/** "January 5, 2025" for today in the agency's time zone. */
export function formatToday(timeZone: string, now = new Date()): string {
  return formatterFor(longDate, timeZone).format(now);
}

/** "2026" in the agency's time zone. */
export function formatCurrentYear(timeZone: string, now = new Date()): string {
  return formatterFor(yearOnly, timeZone).format(now);
}
