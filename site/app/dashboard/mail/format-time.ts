const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "Jan 5, 9:14 AM", in the viewer's zone. */
export function formatTime(timestamp: string): string {
  // The browser may set a narrow no-break space before AM, which the figures font does not draw.
  return moment.format(new Date(timestamp)).replaceAll('\u202f', ' ');
}
