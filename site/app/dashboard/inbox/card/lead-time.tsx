// Formats the date of a lead, with or without its time; the component that shows it.
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "Jan 5, 2025", in the viewer's zone. */
export function formatLeadDay(timestamp: string): string {
  return day.format(new Date(timestamp));
}

/** "Jan 5, 2025, 9:14 AM", in the viewer's zone. */
export function formatDayAndTime(timestamp: string): string {
  // The figures font lacks the narrow no-break space that browsers put before AM.
  return dayAndTime.format(new Date(timestamp)).replaceAll('\u202f', ' ');
}

/** `timestamp` is ISO 8601. */
export function LeadTime({ timestamp, withTime = false }: { timestamp: string; withTime?: boolean }) {
  return (
    <time className="muted text-15 figure" dateTime={timestamp}>
      {withTime ? formatDayAndTime(timestamp) : formatLeadDay(timestamp)}
    </time>
  );
}
