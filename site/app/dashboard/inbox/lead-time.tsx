const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "Jan 5, 2025", in the viewer's zone. */
export function formatDay(timestamp: string): string {
  return day.format(new Date(timestamp));
}

/** "Jan 5, 2025, 9:14 AM", in the viewer's zone. */
export function formatDayAndTime(timestamp: string): string {
  // The browser may set a narrow no-break space before AM, which the figures font does not draw.
  return dayAndTime.format(new Date(timestamp)).replaceAll('\u202f', ' ');
}

/** A moment of a lead's story; `timestamp` is ISO 8601 as the database gives it. */
export function LeadTime({ timestamp, withTime = false }: { timestamp: string; withTime?: boolean }) {
  return (
    <time className="figure inbox-time" dateTime={timestamp}>
      {withTime ? formatDayAndTime(timestamp) : formatDay(timestamp)}
    </time>
  );
}
