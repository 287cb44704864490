const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "Jan 5, 9:14 AM" in the viewer's time zone. */
export function formatTime(timestamp: string): string {
  // Browsers may write a narrow no-break space before AM, which the figures font lacks.
  return format.format(new Date(timestamp)).replaceAll('\u202f', ' ');
}
