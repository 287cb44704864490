// A no-break space before AM is narrow in some browsers, and the figures font does not draw it.
const narrowSpace = /\u202f/g;
const byMinute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const bySecond = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

function countIn(names: readonly string[], name: string): number {
  return names.filter((other) => other === name).length;
}

function format(timestamps: readonly string[], by: Intl.DateTimeFormat): string[] {
  return timestamps.map((timestamp) => by.format(new Date(timestamp)).replace(narrowSpace, ' '));
}

/**
 * A name for each version, newest first: "Jan 5, 2025, 9:14 AM", with its second where several were saved in a minute,
 * and a number where several were saved in a second.
 */
export function nameVersions(timestamps: readonly string[]): string[] {
  const minutes = format(timestamps, byMinute);
  const seconds = format(timestamps, bySecond);
  return minutes.map((minute, i) => {
    const second = seconds[i] ?? minute;
    if (countIn(minutes, minute) === 1) return minute;
    if (countIn(seconds, second) === 1) return second;
    return `${second} (${countIn(seconds.slice(i), second)})`;
  });
}
