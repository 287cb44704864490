import { useAgency } from '../../agency/use-agency.ts';
import { formatCallDay } from '../../booking/call-times.ts';
import { Badge } from '../../ui/badge.tsx';
import { timestampAt, wallClockOf, formatZonedTime } from '../screen/zoned-time.ts';
import { ScheduledCall } from './scheduled-call.tsx';
import { type Week, bookingsKey, removeBlock, type Block } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';
import styles from './bookings.module.css';
import { addDays, daysOf } from './week-days.ts';
import { useWrite } from '../../data/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { showError } from '../screen/show-error.ts';

const t = bookingsTexts.week;

/** Monday to Sunday, each with its calls and what is blocked. */
export function WeekList({ monday, week }: { monday: string; week: Week }) {
  const { timeZone } = useAgency();
  const today = wallClockOf(week.readAt, timeZone).day;
  return (
    <div className="stack gap-16 max-w-56rem">
      {daysOf(monday).map((day) => (
        <Day day={day} isToday={day === today} key={day} week={week} />
      ))}
    </div>
  );
}

function Day({ day, isToday, week }: { day: string; isToday: boolean; week: Week }) {
  const { timeZone } = useAgency();
  const [from = '', until = ''] = [day, addDays(day, 1)].map((one) =>
    timestampAt({ day: one, time: '00:00' }, timeZone),
  );
  const calls = week.calls.filter((call) => wallClockOf(call.starts_at, timeZone).day === day);
  const blocks = week.blocks.filter(
    (block) =>
      Date.parse(block.starts_at) < Date.parse(until) && Date.parse(block.ends_at) > Date.parse(from),
  );
  return (
    <section aria-labelledby={`day-${day}`} className={styles.day} data-today={isToday || undefined}>
      <h3 className="cluster text-17" id={`day-${day}`}>
        <span>{formatCallDay(`${day}T12:00Z`, 'UTC')}</span>
        {isToday && <Badge variant="land">{t.isToday}</Badge>}
      </h3>
      {calls.length + blocks.length === 0 && <p className="muted">{t.empty}</p>}
      {blocks.map((block) => (
        <BlockedTime block={block} key={block.id} />
      ))}
      {calls.map((call) => (
        <ScheduledCall call={call} key={call.id} now={week.readAt} />
      ))}
    </section>
  );
}

const blockedTimeTexts = bookingsTexts.block;

/** A time that nobody can book; one of several days stands under each of them. */
function BlockedTime({ block }: { block: Block }) {
  const { timeZone } = useAgency();
  const remove = useWrite(removeBlock, [bookingsKey], {
    onSuccess: () => toastSuccess({ title: blockedTimeTexts.removed }),
    onError: (error) => showError(error),
  });
  const time = bookingsTexts.call.time(
    formatZonedTime(block.starts_at, timeZone),
    formatZonedTime(block.ends_at, timeZone),
  );
  return (
    <div className="surface stack gap-8 p-16-20">
      <p className="cluster">
        <b>{time}</b>
        <Badge shape="struck">{blockedTimeTexts.blocked}</Badge>
      </p>
      {block.reason && <p className="pre-wrap">{block.reason}</p>}
      <div className="cluster">
        <Button
          busy={remove.isPending}
          busyText={blockedTimeTexts.busy}
          onClick={() => remove.mutate(block.id)}
          variant="secondary"
        >
          {blockedTimeTexts.remove}
          <span className="sr-only">{blockedTimeTexts.which(time)}</span>
        </Button>
      </div>
    </div>
  );
}
