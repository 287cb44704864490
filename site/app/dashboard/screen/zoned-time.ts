// Converts timestamps to or from the wall clock of a time zone; formats them with the zone.
import { TZDate } from '@date-fns/tz';
import { createTimeFormat } from '../../ui/format-values.ts';

/** A date and a time of day, without a time zone. */
export interface WallClockTime {
  /** YYYY-MM-DD */
  day: string;
  /** HH:MM */
  time: string;
}

/** The wall clock at a timestamp in a time zone. */
export function wallClockOf(timestamp: string, timeZone: string): WallClockTime {
  const [day = '', time = ''] = new TZDate(timestamp, timeZone).toISOString().split('T');
  return { day, time: time.slice(0, 5) };
}

/** Today in a time zone: "2026-11-23". */
export function todayIn(timeZone: string): string {
  return wallClockOf(new Date().toISOString(), timeZone).day;
}

/** The timestamp of a wall clock, as ISO 8601 in UTC. A time that the change to summer time skips is an hour later. */
export function timestampOfWallClock({ day, time }: WallClockTime, timeZone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(+new TZDate(year, month - 1, date, hours, minutes, timeZone)).toISOString();
}

/** "Jan 5, 2027, 9:00 a.m. EST" */
export const formatZonedTime = createTimeFormat('en-CA', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
