// In some browsers the space before AM is a narrow no-break space, which the figures font lacks.
const narrowSpace = /\u202f/g;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export interface ViewerLocaleDateProps {
  /** ISO 8601, as the database returns it */
  timestamp: string;
  withTime?: boolean;
}

/** "Jan 5, 2025" or "Jan 5, 2025, 9:14 AM", in the viewer's locale and time zone. */
export function ViewerLocaleDate({ timestamp, withTime = false }: ViewerLocaleDateProps) {
  const text = (withTime ? dayAndTime : day).format(new Date(timestamp));
  return <time dateTime={timestamp}>{text.replace(narrowSpace, ' ')}</time>;
}
