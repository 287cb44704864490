// The publishing time field of the content form: day, time of day in the agency's time zone.
import { dayLabel } from '../../screen/screen-texts.ts';
import { useAgency } from '../../../agency/use-agency.ts';
import { TextField } from '../../../ui/field.tsx';
import { timestampOfWallClock, wallClockOf, type WallClockTime } from '../../screen/zoned-time.ts';
import type { ContentField, ContentFieldProps } from '../content-form.ts';
import { contentTexts } from '../content-texts.ts';
import { formatTimeZone } from '../../../ui/format-values.ts';

const t = contentTexts.fields.time;

export interface PublishingTimeDraft {
  /** the stored timestamp */
  storedAt: string | null;
  /** what will be stored */
  at: string | null;
  /** the typed time in the agency's zone; null if it does not differ from the stored one */
  typed: WallClockTime | null;
}

/** The name of this part in every draft. */
export const publishingTimeFieldName = 'publishingTime';

const empty: PublishingTimeDraft = { storedAt: null, at: null, typed: null };

function shownTime({ storedAt, typed }: PublishingTimeDraft, timeZone: string): WallClockTime {
  if (typed) return typed;
  return storedAt === null ? { day: '', time: '' } : wallClockOf(storedAt, timeZone);
}

/**
 * The stored timestamp. A day without a time gets: its start if it is in the future, now if it is today, noon if it
 * is in the past.
 */
function timestampOf({ day, time }: WallClockTime, timeZone: string): string | null {
  if (day === '') return null;
  if (time !== '') return timestampOfWallClock({ day, time }, timeZone);
  const now = new Date().toISOString();
  const today = wallClockOf(now, timeZone).day;
  return day === today ? now : timestampOfWallClock({ day, time: day > today ? '00:00' : '12:00' }, timeZone);
}

/** The value after typing. If day and time are unchanged, the stored timestamp keeps its seconds. */
export function applyTypedTime(
  { storedAt }: PublishingTimeDraft,
  typed: WallClockTime,
  timeZone: string,
): PublishingTimeDraft {
  const stored = shownTime({ ...empty, storedAt }, timeZone);
  if (stored.day === typed.day && stored.time === typed.time) return { storedAt, at: storedAt, typed: null };
  return { storedAt, at: timestampOf(typed, timeZone), typed };
}

/**
 * When a record is published, stored in `published_at`; a future time schedules it. `isDate`: pages show it, so a
 * record that is published without one gets today's date.
 */
export function definePublishingTimeField(options: { isDate: boolean }): ContentField<PublishingTimeDraft> {
  const { isDate } = options;
  return {
    name: publishingTimeFieldName,
    empty,
    read: ({ published_at: storedAt }) => ({ storedAt, at: storedAt, typed: null }),
    write: ({ at }, { isPublished }) => ({
      published_at: at ?? (isDate && isPublished ? new Date().toISOString() : null),
    }),
    check(checks, { typed }, id) {
      checks.ask(id, typed?.day === '' && typed.time !== '', t.dayMissing);
    },
    render: (props) => <PublishingTimeControl {...props} isDate={isDate} />,
  };
}

function PublishingTimeControl(props: ContentFieldProps<PublishingTimeDraft> & { isDate: boolean }) {
  const { id, value, error, isDate } = props;
  const { timeZone } = useAgency();
  const shown = shownTime(value, timeZone);
  function type(part: Partial<WallClockTime>): void {
    props.onChange(applyTypedTime(value, { ...shown, ...part }, timeZone));
  }
  return (
    <>
      <TextField
        error={error}
        hint={isDate ? t.dateHint : t.dayHint}
        id={id}
        label={dayLabel(isDate ? t.date : t.day, timeZone)}
        name="day"
        onChange={(event) => type({ day: event.target.value })}
        optional
        type="date"
        value={shown.day}
      />
      <TextField
        id={`${id}-time`}
        label={t.time(formatTimeZone(timeZone))}
        name="time"
        onChange={(event) => type({ time: event.target.value })}
        optional
        type="time"
        value={shown.time}
      />
    </>
  );
}
