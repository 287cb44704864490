import { agency } from '../agency.ts';

const cardDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: agency.timeZone });
const longDate = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: agency.timeZone });

/** "Jan 5, 2025" in the agency's time zone, so that server and browsers agree. */
export function formatCardDate(timestamp: string): string {
  return cardDate.format(new Date(timestamp));
}

/** "January 5, 2025" in the agency's time zone. */
export function formatLongDate(timestamp: string): string {
  return longDate.format(new Date(timestamp));
}

/** "January 5, 2025" for today in Toronto. */
export function formatToday(now = new Date()): string {
  return longDate.format(now);
}
