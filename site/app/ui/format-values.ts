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

type TimeFormat = (timestamp: string | Date, timeZone: string) => string;

/**
 * A format for times, in the agency's or another zone. Creating a formatter takes longer than formatting a hundred
 * dates. Browsers and Node use different spaces in "p.m.", which would be a difference at hydration.
 */
export function createTimeFormat(locale: string, style: Intl.DateTimeFormatOptions): TimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timestamp, timeZone) => {
    const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone });
    formatters.set(timeZone, formatter);
    return formatter.format(new Date(timestamp)).replaceAll(/[\u00A0\u202F]/g, ' ');
  };
}

/** "Jan 5, 2025" */
export const formatShortDate = createTimeFormat('en-US', { dateStyle: 'medium' });
/** "January 5, 2025" */
export const formatLongDate = createTimeFormat('en-CA', { dateStyle: 'long' });
/** "January 5, 2025 at 9:14 a.m." */
export const formatLongDateTime = createTimeFormat('en-CA', { dateStyle: 'long', timeStyle: 'short' });
const formatYear = createTimeFormat('en-CA', { year: 'numeric' });

const clockTime = createTimeFormat('en-CA', { timeStyle: 'short' });
const clockSecond = createTimeFormat('en-CA', { timeStyle: 'medium' });

/** "2026" */
export function formatCurrentYear(timeZone: string): string {
  return formatYear(new Date(), timeZone);
}

/** "Jan 5, 2025, 10:43 p.m." */
export function formatDateTime(timestamp: string, timeZone: string): string {
  return `${formatShortDate(timestamp, timeZone)}, ${clockTime(timestamp, timeZone)}`;
}

/** "Jan 5, 2025, 10:43:09 p.m.", for lists that may have several entries per minute. */
export function formatDateTimeWithSeconds(timestamp: string, timeZone: string): string {
  return `${formatShortDate(timestamp, timeZone)}, ${clockSecond(timestamp, timeZone)}`;
}

/** "Pacific Time": the name of a zone that holds all year. Its letters hold on a day, such as "PST" in winter. */
export function formatTimeZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
