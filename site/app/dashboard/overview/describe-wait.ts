import { formatCardDate } from '../../ui/dates.ts';
import { overviewTexts } from './overview-texts.ts';

const t = overviewTexts.needsReply;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "Nov 12" in the agency's time zone; with the year if it is more than 300 days ago. */
export function describeSince(timestamp: string, now: Date, timeZone: string): string {
  const date = new Date(timestamp);
  const sameYear = { month: 'short', day: 'numeric', timeZone } as const;
  const isPlain = now.getTime() - date.getTime() < 300 * day;
  return isPlain ? date.toLocaleDateString('en-US', sameYear) : formatCardDate(timestamp, timeZone);
}

/** Time since `timestamp` (ISO 8601): "8 days", "5 hours", "12 minutes". At least a minute. */
export function describeWait(timestamp: string, now: Date): string {
  const waited = Math.max(now.getTime() - new Date(timestamp).getTime(), minute);
  if (waited >= day) return t.days(Math.floor(waited / day));
  if (waited >= hour) return t.hours(Math.floor(waited / hour));
  return t.minutes(Math.floor(waited / minute));
}
