// The choice of a time for a consultation: a calendar of days, each with its times.
import { Fragment, useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import {
  dayAndHourOf,
  clocksDiffer,
  formatCallDateTime,
  formatCallDateWithoutYear,
  formatCallTime,
  formatMonthAndYear,
  formatWeekday,
} from '../../booking/call-times.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { FieldError } from '../../ui/field.tsx';
import { formatTimeZone } from '../../ui/format-values.ts';
import { bookTexts as t } from './book-texts.ts';
import styles from './book.module.css';

interface SlotPickerProps {
  slots: readonly string[];
  /** the values of an earlier post of the form */
  chosen?: { day: string; slot: string } | undefined;
  error?: string | undefined;
  /** the target of a link in the summary */
  id?: string;
  takesFocus?: boolean;
  /** the stored zone of the visitor, for the server and until scripts run */
  zone?: string | null;
}

/**
 * Days as radio buttons, grouped by month; the times of the chosen day are beside or below them. The times of each day are a
 * separate group of radio buttons, and the server reads only that of the chosen day. The style sheet hides the times of
 * other days, so that no script is needed.
 */
export function SlotPicker({ slots, chosen, error, id, takesFocus, zone = null }: SlotPickerProps) {
  const { timeZone } = useAgency();
  const days = groupSlotsByDay(slots, timeZone);
  const first = days.keys().next().value ?? '';
  const last = [...days.keys()].at(-1) ?? '';
  const open = chosen && days.has(chosen.day) ? chosen.day : first;
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'slot-error'} className={styles.picker}>
      <legend className="sr-only">{t.day}</legend>
      <Zones slots={slots} stored={zone} />
      {error !== undefined && <FieldError id="slot-error" text={error} />}
      <div className={styles.calendar}>
        {weekdays.map((day) => (
          <span aria-hidden="true" key={day}>
            {formatWeekday(day, 'UTC').slice(0, 3)}
          </span>
        ))}
        {listCalendarMonths(first, last).map((month) => (
          <Fragment key={month.name}>
            <h3>{month.name}</h3>
            {month.days.map((day, i) => {
              const times = day === null ? undefined : days.get(day);
              if (day === null || !times)
                return (
                  <span aria-hidden="true" key={day ?? i}>
                    {day && dayNumber(day)}
                  </span>
                );
              return (
                <Fragment key={day}>
                  <label className={styles.choice} data-day="">
                    <input
                      aria-label={formatCallDateWithoutYear(`${day}T12:00Z`, 'UTC')}
                      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
                      autoFocus={takesFocus && day === open}
                      defaultChecked={day === open}
                      id={day === open ? id : undefined}
                      name="day"
                      type="radio"
                      value={day}
                    />
                    <span>{dayNumber(day)}</span>
                  </label>
                  <Times chosen={chosen?.slot} day={day} stored={zone} times={times} />
                </Fragment>
              );
            })}
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The time zone of the slots; a visitor in another zone sees both times. Their zone is known only when scripts run, so
 * the text until then takes the same room: nothing moves under a finger.
 */
function Zones({ slots, stored }: { slots: readonly string[]; stored: string | null }) {
  const { timeZone } = useAgency();
  const own = useVisitorTimeZone(stored);
  const differs = own !== null && slots.some((slot) => clocksDiffer(slot, timeZone, own));
  return (
    <p className={styles.zones}>
      <strong>{t.zones.agency(formatTimeZone(timeZone))}</strong>{' '}
      <span>{differs ? t.zones.visitor(formatTimeZone(own)) : t.zones.unknown}</span>
      {own !== null && <input name="zone" type="hidden" value={own} />}
    </p>
  );
}

interface TimesProps {
  day: string;
  times: SlotTimes;
  chosen: string | undefined;
  stored: string | null;
}

/** A day's times, grouped by part of the day. */
function Times({ day, times, chosen, stored }: TimesProps) {
  const name = formatCallDateWithoutYear(`${day}T12:00Z`, 'UTC');
  return (
    <div className={styles.times}>
      <p className="font-bold">{name}</p>
      {[...times].map(([part, slots]) => (
        <fieldset key={part}>
          <legend className="muted">
            <RichText text={t.parts[part](name)} />
          </legend>
          <ul className="mt-8">
            {slots.map((slot) => (
              <li key={slot}>
                <Slot isChosen={slot === chosen} name={`slot-${day}`} slot={slot} stored={stored} />
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </div>
  );
}

interface SlotProps {
  slot: string;
  name: string;
  isChosen: boolean;
  stored: string | null;
}

function Slot({ slot, name, isChosen, stored }: SlotProps) {
  const { timeZone } = useAgency();
  const own = useVisitorTimeZone(stored);
  return (
    <label className={styles.choice}>
      <input defaultChecked={isChosen} name={name} type="radio" value={slot} />
      <span>
        <time dateTime={slot}>{formatCallTime(slot, timeZone)}</time>
        {own !== null && clocksDiffer(slot, timeZone, own) && (
          <span className="block muted text-15 font-normal leading-13">
            <RichText text={yourTime(slot, timeZone, own)} />
          </span>
        )}
      </span>
    </label>
  );
}

/** The time of a slot in the zone of the visitor (`own`), with the weekday if it differs from that of the agency. */
function yourTime(slot: string, timeZone: string, own: string): string {
  const time = formatCallTime(slot, own);
  const isSameDay = formatCallDateWithoutYear(slot, own) === formatCallDateWithoutYear(slot, timeZone);
  return isSameDay ? t.yours(time) : t.yourDay(formatWeekday(slot, own), time);
}

/** The chosen day and time, once scripts run. */
export function ChosenTime({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { timeZone } = useAgency();
  const [slot, setSlot] = useState<string>();
  useEffect(() => {
    const { current } = form;
    function read() {
      if (!current) return;
      const fields = new FormData(current);
      setSlot(fields.get(`slot-${String(fields.get('day'))}`)?.toString());
    }
    read();
    current?.addEventListener('change', read);
    return () => current?.removeEventListener('change', read);
  }, [form]);
  return <p className={styles.chosen}>{slot && t.chosen(formatCallDateTime(slot, timeZone))}</p>;
}

type PartOfDay = keyof typeof t.parts;
type SlotTimes = Map<PartOfDay, string[]>;

/** Groups sorted times by day in the agency's time zone (YYYY-MM-DD), then by part of the day. */
export function groupSlotsByDay(slots: readonly string[], timeZone: string): Map<string, SlotTimes> {
  const days = new Map<string, SlotTimes>();
  for (const slot of slots) {
    const { day, hour } = dayAndHourOf(slot, timeZone);
    const part = hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening';
    const times: SlotTimes = days.get(day) ?? new Map();
    days.set(day, times.set(part, [...(times.get(part) ?? []), slot]));
  }
  return days;
}

const dayMs = 86_400_000;
/** A week from Sunday to Saturday, from which the names of the days are formatted. */
const weekdays = [4, 5, 6, 7, 8, 9, 10].map((day) => new Date(Date.UTC(2026, 0, day, 12)).toISOString());

/** The weeks (from Sunday) of the days from `first` to `last` (YYYY-MM-DD), by month; days of other months are null. */
export function listCalendarMonths(first: string, last: string): { name: string; days: (string | null)[] }[] {
  const months = new Map<string, (string | null)[]>();
  const [start, end] = [Date.parse(first), Date.parse(last)];
  for (let week = start - new Date(start).getUTCDay() * dayMs; week <= end; week += 7 * dayMs) {
    const days = weekdays.map((_, i) => new Date(week + i * dayMs).toISOString().slice(0, 10));
    for (const month of new Set(days.map(monthOf))) {
      if (month < monthOf(first) || month > monthOf(last)) continue;
      const own = days.map((day) => (monthOf(day) === month ? day : null));
      months.set(month, [...(months.get(month) ?? []), ...own]);
    }
  }
  return [...months].map(([month, days]) => ({
    name: formatMonthAndYear(`${month}-01T12:00Z`, 'UTC'),
    days,
  }));
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

function dayNumber(day: string): number {
  return Number(day.slice(8));
}

const never = () => () => {};

/** The zone of the visitor's browser; on the server, and until scripts run, the stored one. */
export function useVisitorTimeZone(stored: string | null): string | null {
  return useSyncExternalStore(never, readZone, () => stored);
}

function readZone(): string | null {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || null;
}
