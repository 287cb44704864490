// The choice of a time for a consultation.
import { useAgency } from '../../agency/use-agency.ts';
import {
  clocksDiffer,
  formatCallDay,
  formatCallTime,
  formatWeekday,
  formatZone,
} from '../../booking/call-times.ts';
import { FieldError } from '../../ui/field.tsx';
import { bookTexts as t } from './book-texts.ts';
import styles from './book.module.css';
import { useSyncExternalStore } from 'react';

const daysAtFirst = 3;

interface SlotListProps {
  slots: readonly string[];
  chosen: string;
  error?: string | undefined;
}

/**
 * Times by day, as radio buttons of one group. What is beyond the first days is folded, so that nothing that was typed
 * is lost and no script is needed.
 */
export function SlotList({ slots, chosen, error }: SlotListProps) {
  const { timeZone } = useAgency();
  const days = groupSlots(slots, timeZone);
  const later = days.slice(daysAtFirst);
  return (
    <div className={styles.slots}>
      <Zones moment={slots[0]} />
      {error !== undefined && <FieldError id="slot-error" text={error} />}
      {days.slice(0, daysAtFirst).map((day, i) => (
        <Day chosen={chosen} day={day} hasError={error !== undefined} isFirst={i === 0} key={day.name} />
      ))}
      {later.length > 0 && (
        <details open={later.some((day) => day.slots.includes(chosen))}>
          <summary>{t.moreDays}</summary>
          {later.map((day) => (
            <Day chosen={chosen} day={day} hasError={error !== undefined} key={day.name} />
          ))}
        </details>
      )}
    </div>
  );
}

/** Which clock the times are of; a visitor with another one sees both. */
function Zones({ moment = '2026-01-01T12:00:00Z' }: { moment: string | undefined }) {
  const { timeZone } = useAgency();
  const own = useVisitorZone();
  const differs = own !== null && clocksDiffer(moment, timeZone, own);
  return (
    <p>
      <strong>{t.zones.agency(formatZone(moment, timeZone))}</strong>{' '}
      {differs && <span>{t.zones.visitor(formatZone(moment, own))}</span>}
      {own !== null && <input name="zone" type="hidden" value={own} />}
    </p>
  );
}

interface DayProps {
  day: SlotDay;
  chosen: string;
  hasError: boolean;
  isFirst?: boolean;
}

function Day({ day, chosen, hasError, isFirst = false }: DayProps) {
  return (
    <fieldset aria-describedby={hasError ? 'slot-error' : undefined}>
      <legend>
        <h3>{day.name}</h3>
      </legend>
      <ul>
        {day.slots.map((slot, i) => (
          <li key={slot}>
            <Slot id={isFirst && i === 0 ? 'slot' : undefined} isChosen={slot === chosen} slot={slot} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Slot({ slot, id, isChosen }: { slot: string; id: string | undefined; isChosen: boolean }) {
  const { timeZone } = useAgency();
  const own = useVisitorZone();
  return (
    <label>
      <input defaultChecked={isChosen} id={id} name="slot" type="radio" value={slot} />
      <span>
        <time dateTime={slot}>{formatCallTime(slot, timeZone)}</time>
        {own !== null && clocksDiffer(slot, timeZone, own) && (
          <span className="block muted text-15 font-normal leading-13">{yourTime(slot, timeZone, own)}</span>
        )}
      </span>
    </label>
  );
}

/** With its day, where that is another one. */
function yourTime(slot: string, timeZone: string, own: string): string {
  const time = formatCallTime(slot, own);
  const isSameDay = formatCallDay(slot, own) === formatCallDay(slot, timeZone);
  return isSameDay ? t.yours(time) : t.yourDay(formatWeekday(slot, own), time);
}

interface SlotDay {
  /** "Tuesday, December 1" in the agency's zone */
  name: string;
  slots: string[];
}

/** Of times in order: those of one day of the agency together. */
export function groupSlots(slots: readonly string[], timeZone: string): SlotDay[] {
  const days: SlotDay[] = [];
  for (const slot of slots) {
    const name = formatCallDay(slot, timeZone);
    const last = days.at(-1);
    if (last?.name === name) last.slots.push(slot);
    else days.push({ name, slots: [slot] });
  }
  return days;
}

const never = () => () => {};

/** The zone of the visitor's browser; null on the server, and so until scripts run. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(never, readZone, () => null);
}

function readZone(): string | null {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || null;
}
