// The screen of bookings: the week with its calls, the dialog that blocks a time.
import { dayLabel } from '../screen/screen-texts.ts';
import { browserClient } from '../../data/browser-client.ts';
import { deleteRow } from '../../data/delete-row.ts';
import { useState, useEffect } from 'react';
import { useSearchParams, Link } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { useIsOwner } from '../../auth/session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { QueryResult } from '../screen/query-result.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { wallClockOf, timestampOfWallClock, formatZonedTime } from '../screen/zoned-time.ts';
import { formatTimeZone } from '../../ui/format-values.ts';
import {
  useBookingRules,
  useBookingWeek,
  bookingsQueryName,
  type BookingWeek,
  type BlockedTimeRow,
  parseWeekMonday,
  addDays,
  datesOfWeek,
} from './bookings-queries.ts';
import { bookingsTexts as t } from './bookings-texts.ts';
import styles from './bookings.module.css';
import { EndedCalls } from './ended-calls.tsx';
import { BookingRulesPanel } from './booking-rules-panel.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { watchTables } from '../screen/watch-tables.ts';
import { formatCallDate, formatCallDateWithoutYear } from '../../booking/call-times.ts';
import { TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { ValidatedFormDialog } from '../screen/validated-form-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ScheduledCall } from './scheduled-call.tsx';
import { useWriteMutation } from '../screen/use-write-mutation.ts';

/** The week's calls by day. The database decides who may read them. */
export default function BookingsScreen() {
  const { timeZone } = useAgency();
  const isOwner = useIsOwner();
  const [query] = useSearchParams();
  const [openedAt] = useState(() => new Date().toISOString());
  const today = wallClockOf(openedAt, timeZone).day;
  const monday = parseWeekMonday(query.get('week'), today);
  const week = useBookingWeek(monday, timeZone, useLiveBookings());
  const rules = useBookingRules();
  const [isBlocking, setIsBlocking] = useState(false);
  return (
    <>
      <ScreenHeading
        aside={
          <Button icon="plus" onClick={() => setIsBlocking(true)} variant="secondary">
            {t.block.button}
          </Button>
        }
        text={t.description(formatTimeZone(timeZone))}
        title={t.title}
      />
      {rules.data?.is_open === false && <p className={styles.closed}>{t.closed}</p>}
      <EndedCalls />
      <WeekNavigation monday={monday} />
      <QueryResult loadingText={t.loading} query={week}>
        {(found) => <WeekList monday={monday} week={found} />}
      </QueryResult>
      {isOwner && rules.data && <BookingRulesPanel rules={rules.data} />}
      {isBlocking && (
        <BlockDialog day={monday > today ? monday : today} onClose={() => setIsBlocking(false)} />
      )}
    </>
  );
}

/** Refetches when visitors or colleagues change bookings. False while no events are received. */
function useLiveBookings(): boolean {
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: [bookingsQueryName] });
    return watchTables(
      { bookings: refetch, booking_blocks: refetch },
      {
        onSubscribed() {
          setIsLive(true);
          refetch();
        },
        onDisconnected: () => setIsLive(false),
      },
    );
  }, [queries]);
  return isLive;
}

/** Links, so that each week has a URL. */
function WeekNavigation({ monday }: { monday: string }) {
  const weeks = [
    { text: t.week.previous, to: `?week=${addDays(monday, -7)}` },
    { text: t.week.today, to: '?' },
    { text: t.week.next, to: `?week=${addDays(monday, 7)}` },
  ];
  return (
    <nav aria-label={t.week.label} className="spread mb-16">
      <h2 className="text-20" aria-live="polite">
        {t.week.of(formatCallDate(`${monday}T12:00Z`, 'UTC'))}
      </h2>
      <ul className="cluster gap-4-20">
        {weeks.map(({ text, to }) => (
          <li key={text}>
            <Link className="tap-target underline font-semibold" preventScrollReset to={to}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const mostMs = 366 * 86_400_000;

/** Blocks a period in the agency's zone; calls that are booked in it stay. */
function BlockDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const { timeZone } = useAgency();
  const first = { day, time: '09:00', endDay: day, endTime: '17:00', reason: '' };

  function blockOf({ day: startDay, time, endDay, endTime, reason }: typeof first) {
    return {
      starts_at: timestampOfWallClock({ day: startDay, time }, timeZone),
      ends_at: timestampOfWallClock({ day: endDay, time: endTime }, timeZone),
      reason,
    };
  }

  function check(values: typeof first) {
    const { reason: _optional, ...times } = values;
    const missing = Object.entries(times).find(([, value]) => value === '');
    if (missing) return { [missing[0]]: t.block.missing };
    const { starts_at: startsAt, ends_at: endsAt } = blockOf(values);
    const lengthMs = Date.parse(endsAt) - Date.parse(startsAt);
    return { endDay: lengthMs <= 0 || lengthMs > mostMs ? t.block.invalid : undefined };
  }

  return (
    <ValidatedFormDialog
      check={check}
      first={first}
      id="block"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: t.block.done })}
      queryKeys={[bookingsQueryName]}
      submitText={t.block.submit}
      title={t.block.title}
      write={async (values) => {
        await browserClient().from('booking_blocks').insert(blockOf(values)).throwOnError();
      }}
    >
      {(field) => (
        <>
          <div className={styles.pair}>
            <TextField {...field('day')} label={dayLabel(t.block.day, timeZone)} type="date" />
            <TextField {...field('time')} label={dayLabel(t.block.time, timeZone)} type="time" />
            <TextField {...field('endDay')} label={dayLabel(t.block.endDay, timeZone)} type="date" />
            <TextField {...field('endTime')} label={dayLabel(t.block.endTime, timeZone)} type="time" />
          </div>
          <p className="muted">{t.block.kept}</p>
          <TextField
            {...field('reason')}
            hint={t.block.reasonHint}
            label={t.block.reason}
            maxLength={200}
            optional
          />
        </>
      )}
    </ValidatedFormDialog>
  );
}

/** Monday to Sunday, each with its calls and blocked times. */
function WeekList({ monday, week }: { monday: string; week: BookingWeek }) {
  const { timeZone } = useAgency();
  const today = wallClockOf(week.readAt, timeZone).day;
  return (
    <div className={classNames('stack gap-16', styles.week)}>
      {datesOfWeek(monday).map((day) => (
        <Day day={day} isToday={day === today} key={day} week={week} />
      ))}
    </div>
  );
}

function Day({ day, isToday, week }: { day: string; isToday: boolean; week: BookingWeek }) {
  const { timeZone } = useAgency();
  const [from = '', until = ''] = [day, addDays(day, 1)].map((one) =>
    timestampOfWallClock({ day: one, time: '00:00' }, timeZone),
  );
  const calls = week.calls.filter((call) => wallClockOf(call.starts_at, timeZone).day === day);
  const blocks = week.blocks.filter(
    (block) =>
      Date.parse(block.starts_at) < Date.parse(until) && Date.parse(block.ends_at) > Date.parse(from),
  );
  return (
    <section aria-labelledby={`day-${day}`} className={styles.day} data-today={isToday || undefined}>
      <h3 className="cluster text-17" id={`day-${day}`}>
        <span>{formatCallDateWithoutYear(`${day}T12:00Z`, 'UTC')}</span>
        {isToday && <Badge variant="land">{t.week.isToday}</Badge>}
      </h3>
      {calls.length + blocks.length === 0 && <p className="muted">{t.week.empty}</p>}
      {blocks.map((block) => (
        <BlockedTime block={block} key={block.id} />
      ))}
      {calls.map((call) => (
        <ScheduledCall call={call} key={call.id} now={week.readAt} />
      ))}
    </section>
  );
}

/** A blocked time; one of several days is listed under each of them. */
function BlockedTime({ block }: { block: BlockedTimeRow }) {
  const { timeZone } = useAgency();
  const remove = useWriteMutation((id: string) => deleteRow('booking_blocks', id), [bookingsQueryName], {
    form: `block-${block.id}`,
    done: t.block.removed,
  });
  const time = t.call.time(
    formatZonedTime(block.starts_at, timeZone),
    formatZonedTime(block.ends_at, timeZone),
  );
  return (
    <div className="surface stack gap-8 p-16-20">
      <p className="cluster">
        <b>{time}</b>
        <Badge shape="struck">{t.block.blocked}</Badge>
      </p>
      {block.reason && <p className="pre-wrap">{block.reason}</p>}
      <div className="cluster">
        <Button
          busy={remove.isPending}
          busyText={t.block.busy}
          onClick={() => remove.mutate(block.id)}
          variant="secondary"
        >
          {t.block.remove}
          <span className="sr-only">{t.block.which(time)}</span>
        </Button>
      </div>
    </div>
  );
}
