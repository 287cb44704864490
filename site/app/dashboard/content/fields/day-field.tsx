import { TextField } from '../../../ui/field.tsx';
import type { ContentField } from '../content-form.ts';
import { contentTexts } from '../content-texts.ts';

const t = contentTexts.fields;

export interface Day {
  /** YYYY-MM-DD in the editor's own zone, "" for none */
  day: string;
  /** the stored timestamp, kept to the second while its day is not changed */
  storedAt: string | null;
}

/** The day of a timestamp, in the zone of this browser. */
export function dayOf(timestamp: string | null): string {
  if (timestamp === null) return '';
  const date = new Date(timestamp);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}

function timestampOf({ day, storedAt }: Day, isPublished: boolean): string | null {
  if (day === dayOf(storedAt) && storedAt !== null) return storedAt;
  if (day !== '') return new Date(`${day}T12:00:00`).toISOString();
  // what goes on the site without a date is of today
  return isPublished ? new Date().toISOString() : null;
}

/** The day on which a record came out, stored in `published_at`. */
export const dayField: ContentField<Day> = {
  name: 'day',
  empty: { day: '', storedAt: null },
  read(row) {
    const storedAt = row['published_at'] as string | null;
    return { day: dayOf(storedAt), storedAt };
  },
  write: (value, { isPublished }) => ({ published_at: timestampOf(value, isPublished) }),
  render: ({ id, value, onChange }) => (
    <TextField
      hint={t.dayHint}
      id={id}
      label={t.day}
      name="day"
      onChange={(event) => onChange({ ...value, day: event.target.value })}
      optional
      type="date"
      value={value.day}
    />
  ),
};
