// A no-break space before AM is narrow in some browsers, and the figures font does not draw it.
const narrowSpace = /\u202f/g;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export interface LocalDateProps {
  /** ISO 8601, as the database gives it */
  timestamp: string;
  withTime?: boolean;
}

/** "Jan 5, 2025" or "Jan 5, 2025, 9:14 AM", as the viewer's own settings write it and in their zone. */
export function LocalDate({ timestamp, withTime = false }: LocalDateProps) {
  const text = (withTime ? dayAndTime : day).format(new Date(timestamp));
  return <time dateTime={timestamp}>{text.replace(narrowSpace, ' ')}</time>;
}
