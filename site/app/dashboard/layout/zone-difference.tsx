// The sentence in the header if the device has another time zone than the agency.
import { useState } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import { defineTexts } from '../../texts/define-texts.ts';
import { formatTimeZone } from '../../ui/format-values.ts';
import { wallClockOf } from '../screen/zoned-time.ts';

const t = defineTexts({
  note: (zone: string, difference: string) => `Times are ${zone}. Your device is ${difference}.`,
  behind: (time: string) => `${time} behind`,
  ahead: (time: string) => `${time} ahead`,
  hours: (count: string, isOne: boolean) => (isOne ? 'one hour' : `${count} hours`),
  halfHour: 'half an hour',
  andHalf: (count: string) => `${count} and a half hours`,
  hoursAndMinutes: (hours: string, minutes: number) => `${hours} and ${minutes} minutes`,
  minutes: (count: number) => `${count} minutes`,
  numbers: 'zero one two three four five six seven eight nine',
});

function describeMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const count = t.numbers.split(' ')[hours] ?? String(hours);
  const wholeHours = t.hours(count, hours === 1);
  if (rest === 0) return wholeHours;
  if (hours === 0) return rest === 30 ? t.halfHour : t.minutes(rest);
  return rest === 30 ? t.andHalf(count) : t.hoursAndMinutes(wholeHours, rest);
}

/** The wall clock in a zone, in minutes. */
function minutesAt(moment: string, timeZone: string): number {
  const { day, time } = wallClockOf(moment, timeZone);
  return Date.parse(`${day}T${time}Z`) / 60_000;
}

/** "Times are Eastern. Your device is three hours behind." Null if both clocks are the same at that moment. */
export function describeZoneDifference(agency: string, device: string, moment: string): string | null {
  const ahead = minutesAt(moment, device) - minutesAt(moment, agency);
  if (ahead === 0) return null;
  const difference = describeMinutes(Math.abs(ahead));
  const zone = formatTimeZone(agency).replace(/ Time$/, '');
  return t.note(zone, ahead < 0 ? t.behind(difference) : t.ahead(difference));
}

/** Shown once, in the header, because every time below it is the agency's. */
export function ZoneDifference() {
  const { timeZone } = useAgency();
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [openedAt] = useState(() => new Date().toISOString());
  const text = describeZoneDifference(timeZone, device, openedAt);
  return text && <p className="small muted">{text}</p>;
}
