import { healthTexts } from './health-texts.ts';

const t = healthTexts;
// A no-break space before AM is narrow in some browsers, and the figures font does not draw it.
const narrowSpace = /\u202f/g;
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const oneDigit = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });
const noDigits = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 0 });
const gigabyte = 1_000_000_000;
const hourSeconds = 3_600;
const hoursShown = 48;

/** "Nov 22, 2026, 3:30 AM", as the viewer's own settings write it and in their zone. */
export function formatMoment(timestamp: string): string {
  return dayAndTime.format(new Date(timestamp)).replace(narrowSpace, ' ');
}

/** "950 MB", "1.5 GB", "54 GB". */
export function formatBytes(bytes: number): string {
  const gigabytes = bytes / gigabyte;
  if (gigabytes < 1) return t.bytes.megabytes(noDigits.format(bytes / 1_000_000));
  return t.bytes.gigabytes((gigabytes < 10 ? oneDigit : noDigits).format(gigabytes));
}

/** Of an hour or more. */
export function formatWait(seconds: number): string {
  const hours = Math.floor(seconds / hourSeconds);
  return hours < hoursShown ? t.mail.hours(hours) : t.mail.days(Math.floor(hours / 24));
}
