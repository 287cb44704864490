// Names saved versions by the time at which each was saved.
import { formatDateTimeWithSeconds, formatDateTime } from '../../ui/format-values.ts';

function countIn(names: readonly string[], name: string): number {
  return names.filter((other) => other === name).length;
}

/**
 * A name for each version, newest first: "Jan 5, 2025, 9:14 a.m."; with the second if several were saved in a minute,
 * and with a number if several were saved in a second.
 */
export function formatVersionNames(timestamps: readonly string[], timeZone: string): string[] {
  const minutes = timestamps.map((timestamp) => formatDateTime(timestamp, timeZone));
  const seconds = timestamps.map((timestamp) => formatDateTimeWithSeconds(timestamp, timeZone));
  return minutes.map((minute, i) => {
    const second = seconds[i] ?? minute;
    if (countIn(minutes, minute) === 1) return minute;
    if (countIn(seconds, second) === 1) return second;
    return `${second} (${countIn(seconds.slice(i), second)})`;
  });
}
