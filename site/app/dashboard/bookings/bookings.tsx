import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { mayReadLeads, useIsOwner } from '../../auth/session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { RestrictedScreen } from '../screen/restricted-screen.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { wallClockOf, zoneName } from '../screen/zoned-time.ts';
import { BlockDialog } from './block-dialog.tsx';
import { useBookingRules, useWeek } from './bookings-queries.ts';
import { bookingsTexts as t } from './bookings-texts.ts';
import styles from './bookings.module.css';
import { RulesPanel } from './rules-panel.tsx';
import { useLiveBookings } from './use-live-bookings.ts';
import { WeekList } from './week-list.tsx';
import { weekFrom } from './week-days.ts';
import { WeekNavigation } from './week-navigation.tsx';

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
