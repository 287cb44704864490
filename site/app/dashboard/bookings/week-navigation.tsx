import { Link } from 'react-router';
import { formatCallDate } from '../../booking/call-times.ts';
import { bookingsTexts } from './bookings-texts.ts';
import { addDays } from './week-days.ts';

const t = bookingsTexts.week;

/** Links, so that each week has an address. */
export function WeekNavigation({ monday }: { monday: string }) {
  const to = (day: string) => `?week=${day}`;
  return (
    <nav aria-label={t.label} className="spread mb-16">
      <h2 className="text-20" aria-live="polite">
        {t.of(formatCallDate(`${monday}T12:00Z`, 'UTC'))}
      </h2>
      <ul className="cluster gap-4-20">
        <li>
          <Link
            className="tap-target underline font-semibold"
            preventScrollReset
            to={to(addDays(monday, -7))}
          >
            {t.previous}
          </Link>
        </li>
        <li>
          <Link className="tap-target underline font-semibold" preventScrollReset to="?">
            {t.today}
          </Link>
        </li>
        <li>
          <Link className="tap-target underline font-semibold" preventScrollReset to={to(addDays(monday, 7))}>
            {t.next}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
