import { useState, useEffect } from 'react';
import { useSearchParams, Link } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { mayReadLeads, useIsOwner } from '../../auth/session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { RestrictedScreen } from '../screen/restricted-screen.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { wallClockOf, zoneName } from '../screen/zoned-time.ts';
import { BlockDialog } from './block-dialog.tsx';
import { useBookingRules, useWeek, bookingsKey } from './bookings-queries.ts';
import { bookingsTexts as t, bookingsTexts } from './bookings-texts.ts';
import styles from './bookings.module.css';
import { RulesPanel } from './rules-panel.tsx';
import { WeekList } from './week-list.tsx';
import { weekFrom, addDays } from './week-days.ts';
import { useQueryClient } from '@tanstack/react-query';
import { watchTables } from '../screen/watch-tables.ts';
import { formatCallDate } from '../../booking/call-times.ts';

/** The week's calls by day. The database decides who reads them. */
export default function BookingsScreen() {
  return (
    <RestrictedScreen deniedText={t.notAllowed} may={mayReadLeads} title={t.title}>
      <Calendar />
    </RestrictedScreen>
  );
}

function Calendar() {
  const { timeZone } = useAgency();
  const isOwner = useIsOwner();
  const [query] = useSearchParams();
  const [openedAt] = useState(() => new Date().toISOString());
  const today = wallClockOf(openedAt, timeZone).day;
  const monday = weekFrom(query.get('week'), today);
  const week = useWeek(monday, timeZone, useLiveBookings());
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
        text={t.description(zoneName(timeZone))}
        title={t.title}
      />
      {rules.data?.is_open === false && <p className={styles.closed}>{t.closed}</p>}
      <WeekNavigation monday={monday} />
      <QueryResult loadingText={t.loading} query={week}>
        {(found) => <WeekList monday={monday} week={found} />}
      </QueryResult>
      {isOwner && rules.data && <RulesPanel rules={rules.data} />}
      {isBlocking && (
        <BlockDialog day={monday > today ? monday : today} onClose={() => setIsBlocking(false)} />
      )}
    </>
  );
}

/** Shows what visitors and colleagues do meanwhile. False while changes do not arrive. */
function useLiveBookings(): boolean {
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: [bookingsKey] });
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

const weekNavigationTexts = bookingsTexts.week;

/** Links, so that each week has an address. */
function WeekNavigation({ monday }: { monday: string }) {
  const to = (day: string) => `?week=${day}`;
  return (
    <nav aria-label={weekNavigationTexts.label} className="spread mb-16">
      <h2 className="text-20" aria-live="polite">
        {weekNavigationTexts.of(formatCallDate(`${monday}T12:00Z`, 'UTC'))}
      </h2>
      <ul className="cluster gap-4-20">
        <li>
          <Link
            className="tap-target underline font-semibold"
            preventScrollReset
            to={to(addDays(monday, -7))}
          >
            {weekNavigationTexts.previous}
          </Link>
        </li>
        <li>
          <Link className="tap-target underline font-semibold" preventScrollReset to="?">
            {weekNavigationTexts.today}
          </Link>
        </li>
        <li>
          <Link className="tap-target underline font-semibold" preventScrollReset to={to(addDays(monday, 7))}>
            {weekNavigationTexts.next}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
