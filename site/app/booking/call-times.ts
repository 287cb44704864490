/** Formats a moment in a time zone, identically on the server and in browsers. */
const styles = {
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  weekday: { weekday: 'long' },
  date: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  clock: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
  time: { hour: 'numeric', minute: '2-digit', hour12: true },
  zone: { timeZoneName: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(style: keyof typeof styles, timeZone: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { ...styles[style], timeZone });
  formatters.set(key, made);
  return made;
}

/** "Tuesday, December 1" */
export function formatCallDateWithoutYear(moment: string, timeZone: string): string {
  return formatter('day', timeZone).format(new Date(moment));
}

/** "Tuesday" */
export function formatWeekday(moment: string, timeZone: string): string {
  return formatter('weekday', timeZone).format(new Date(moment));
}

/** "Tuesday, December 1, 2026" */
export function formatCallDate(moment: string, timeZone: string): string {
  return formatter('date', timeZone).format(new Date(moment));
}

/** "December 2026" */
export function formatMonthAndYear(moment: string, timeZone: string): string {
  return formatter('month', timeZone).format(new Date(moment));
}

/** The day as YYYY-MM-DD, and the hour from 0 to 23. */
export function dayAndHourOf(moment: string, timeZone: string): { day: string; hour: number } {
  const parts = formatter('clock', timeZone).formatToParts(new Date(moment));
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) };
}

/** "10:00 a.m." Versions of ICU differ in the space before it. */
export function formatCallTime(moment: string, timeZone: string): string {
  return formatter('time', timeZone).format(new Date(moment)).replaceAll(/\s/g, ' ');
}

/** "Tuesday, December 1, 10:00 a.m." */
export function formatCallDateTimeWithoutYear(moment: string, timeZone: string): string {
  return `${formatCallDateWithoutYear(moment, timeZone)}, ${formatCallTime(moment, timeZone)}`;
}

/** "Eastern Standard Time", the zone's name on that day. */
export function formatTimeZoneAt(moment: string, timeZone: string): string {
  const parts = formatter('zone', timeZone).formatToParts(new Date(moment));
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
