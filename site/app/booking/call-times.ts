// Formats a moment in a time zone, identically on the server and in browsers.
import { createTimeFormat } from '../ui/format-values.ts';

/** "Tuesday, December 1" */
export const formatCallDateWithoutYear = createTimeFormat('en-CA', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});
/** "Tuesday" */
export const formatWeekday = createTimeFormat('en-CA', { weekday: 'long' });
/** "Tuesday, December 1, 2026" */
export const formatCallDate = createTimeFormat('en-CA', { dateStyle: 'full' });
/** "December 2026" */
export const formatMonthAndYear = createTimeFormat('en-CA', { month: 'long', year: 'numeric' });
/** "10:00 a.m." */
export const formatCallTime = createTimeFormat('en-CA', { timeStyle: 'short' });
/** Swedish dates are those of ISO 8601: "2026-12-01 10:00". */
const formatClock = createTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** The day as YYYY-MM-DD, and the hour from 0 to 23. */
export function dayAndHourOf(moment: string, timeZone: string): { day: string; hour: number } {
  const [day = '', hour] = formatClock(moment, timeZone).split(/[ :]/);
  return { day, hour: Number(hour) };
}

/** "Tuesday, December 1, 10:00 a.m." */
export function formatCallDateTimeWithoutYear(moment: string, timeZone: string): string {
  return `${formatCallDateWithoutYear(moment, timeZone)}, ${formatCallTime(moment, timeZone)}`;
}

/** "Eastern Standard Time", the zone's name on that day. */
export function formatTimeZoneAt(moment: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'long' });
  const parts = format.formatToParts(new Date(moment));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** "Tuesday, December 1, 2026, 10:00 a.m. Eastern Standard Time" */
export function formatCallDateTime(moment: string, timeZone: string): string {
  return `${formatCallDate(moment, timeZone)}, ${formatCallTime(moment, timeZone)} ${formatTimeZoneAt(moment, timeZone)}`;
}

/** Whether this machine knows the zone; browsers may know other zones than the server. */
export function isKnownTimeZone(timeZone: string): boolean {
  try {
    // Not cached: visitors can write each name in thousands of ways, with capitals or without.
    return new Intl.DateTimeFormat('en-CA', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether the clocks of both zones differ at that moment. */
export function clocksDiffer(moment: string, one: string, other: string): boolean {
  const at = (zone: string) => `${formatCallDate(moment, zone)} ${formatCallTime(moment, zone)}`;
  return one !== other && at(one) !== at(other);
}
