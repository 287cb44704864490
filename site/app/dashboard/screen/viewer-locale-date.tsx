// In some browsers the space before AM is a narrow no-break space; the other dates have an ordinary one.
const narrowSpace = /\u202f/g;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

export interface ViewerLocaleDateProps {
  /** ISO 8601, as the database returns it */
  timestamp: string;
}

/** "Jan 5, 2025" in the locale and time zone of the viewer's device: only the two dates of P-133. */
export function ViewerLocaleDate({ timestamp }: ViewerLocaleDateProps) {
  const text = day.format(new Date(timestamp));
  return <time dateTime={timestamp}>{text.replace(narrowSpace, ' ')}</time>;
}
