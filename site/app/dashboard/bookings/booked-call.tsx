// One line about a booked call: its day and time, its state, a link to its week.
import { Link } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { formatCallDateTimeWithoutYear } from '../../booking/call-times.ts';
import { Badge, type BadgeShape } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { wallClockOf } from '../screen/zoned-time.ts';
import type { BookedCallState } from './latest-call-of.ts';
import { bookingsTexts } from './bookings-texts.ts';

const t = bookingsTexts.call;

const shapes: Record<string, BadgeShape> = {
  booked: 'dot',
  cancelled: 'struck',
  done: 'check',
  missed: 'ring',
};

export function CallStateBadge({ state }: { state: string }) {
  return (
    <Badge shape={shapes[state] ?? 'dot'} variant={state === 'booked' ? 'default' : 'secondary'}>
      {t.states[state as keyof typeof t.states]}
    </Badge>
  );
}

/** "Call: Tuesday, December 1, 10:00 a.m." as a link to its week, and its state. */
export function BookedCall({ call }: { call: BookedCallState }) {
  const { timeZone } = useAgency();
  const { day } = wallClockOf(call.starts_at, timeZone);
  return (
    <p className="cluster gap-4-12">
      <Icon name="clock" />
      <Link className="link" to={`/dashboard/bookings?week=${day}`}>
        <time dateTime={call.starts_at}>
          {t.line(formatCallDateTimeWithoutYear(call.starts_at, timeZone))}
        </time>
      </Link>
      <CallStateBadge state={call.state} />
    </p>
  );
}
