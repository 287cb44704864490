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

interface DateStyle extends Intl.DateTimeFormatOptions {
  locale: string;
}

const cardDate: DateStyle = { locale: 'en-US', dateStyle: 'medium' };
const clockTime: DateStyle = { locale: 'en-CA', timeStyle: 'short' };
const clockSecond: DateStyle = { locale: 'en-CA', timeStyle: 'medium' };
const longDate: DateStyle = { locale: 'en-CA', dateStyle: 'long' };
const longTime: DateStyle = { locale: 'en-CA', dateStyle: 'long', timeStyle: 'short' };
const yearOnly: DateStyle = { locale: 'en-CA', year: 'numeric' };

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Creating a formatter takes longer than formatting a hundred dates. Browsers and Node use different spaces in
 * "p.m.", which would be a difference at hydration.
 */
function format(timestamp: string | Date, { locale, ...style }: DateStyle, timeZone: string): string {
  const key = JSON.stringify({ ...style, timeZone });
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone });
  formatters.set(key, formatter);
  return formatter.format(new Date(timestamp)).replaceAll(/[\u00A0\u202F]/g, ' ');
}

/** "Jan 5, 2025" in the agency's time zone. */
export function formatShortDate(timestamp: string, timeZone: string): string {
  return format(timestamp, cardDate, timeZone);
}

/** "Jan 5, 2025, 10:43 p.m." in the agency's time zone. */
export function formatDateTime(timestamp: string, timeZone: string): string {
  return `${formatShortDate(timestamp, timeZone)}, ${format(timestamp, clockTime, timeZone)}`;
}

/** "Jan 5, 2025, 10:43:09 p.m.", for lists that may have several entries per minute. */
export function formatDateTimeWithSeconds(timestamp: string, timeZone: string): string {
  return `${formatShortDate(timestamp, timeZone)}, ${format(timestamp, clockSecond, timeZone)}`;
}

/** "January 5, 2025" in the agency's time zone. */
export function formatLongDate(timestamp: string, timeZone: string): string {
  return format(timestamp, longDate, timeZone);
}

/** "January 5, 2025 at 9:14 a.m." in the agency's time zone. */
export function formatLongDateTime(timestamp: string, timeZone: string): string {
  return format(timestamp, longTime, timeZone);
}

/** "January 5, 2025" for today in the agency's time zone. */
export function formatToday(timeZone: string): string {
  return format(new Date(), longDate, timeZone);
}

/** "2026" in the agency's time zone. */
export function formatCurrentYear(timeZone: string): string {
  return format(new Date(), yearOnly, timeZone);
}

/** "Pacific Time": the name of a zone that holds all year. Its letters hold on a day, such as "PST" in winter. */
export function formatTimeZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
