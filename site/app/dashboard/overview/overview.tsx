// The overview screen, which follows changes of leads while it is open.
import { bookingsQueryName } from '../bookings/bookings-queries.ts';
import { UpcomingCalls } from './upcoming-calls.tsx';
import { classNames } from '../../ui/class-names.ts';
import { dayAndHourOf, formatCallDate } from '../../booking/call-times.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { useState, useEffect } from 'react';
import { useDisplayName } from '../../auth/session/profile.ts';
import { mayReadLeads, useIsOwner, useRoles } from '../../auth/session/roles.ts';
import { WithOpenSignUpWarning } from '../screen/with-open-sign-up-warning.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { LeadsByDayChart, LeadsByServiceChart, LeadsBySourceChart } from './charts/lead-charts.tsx';
import { DuePrivacyRequestsNotice, PendingRetentionNotice, WorkListLinks } from './work-lists.tsx';
import { useFirstRun } from './first-run/use-first-run.ts';
import { HealthCard } from './health/health-card.tsx';
import { LeadStatusCounts, StatCards } from './stat-cards.tsx';
import { overviewTexts as t } from './overview-texts.ts';
import { useLeadsNeedingReplyCount, NeedsReplyList, waitingLeadsQueryKey } from './needs-reply.tsx';
import styles from './overview.module.css';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { barrierReportTexts } from '../feedback/barrier-report-texts.ts';
import { useOpenWorkCounts } from '../screen/use-open-work-counts.ts';
import screenStyles from '../screen/screen.module.css';
import { Link } from 'react-router';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import { clearReturnPath, readReturnPath } from '../../auth/session/return-path.ts';
import { screenTitle } from '../screens.ts';
import { Panel } from '../screen/panel.tsx';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { createIdBatcher, watchInbox } from '../inbox/live/watch-inbox.ts';
import { leadsQueryKey } from '../inbox/leads-cache.ts';

/** Loaded lazily, because an owner usually hides it soon. */
const SetupChecklist = lazyComponent(() => import('./first-run/setup-checklist.tsx'));

export default function OverviewScreen() {
  const name = useDisplayName();
  const { data: count } = useLeadsNeedingReplyCount();
  const { data: roles = [] } = useRoles();
  const isOwner = useIsOwner();
  const [now] = useState(() => new Date());
  const readsLeads = mayReadLeads(roles);
  useLiveOverview(readsLeads);
  const { timeZone } = useAgency();
  const day = formatCallDate(now.toISOString(), timeZone);
  return (
    <>
      <ScreenHeading
        text={count === undefined ? t.today(day) : t.todayAndWaiting(day, count)}
        title={formatGreeting(dayAndHourOf(now.toISOString(), timeZone).hour, name)}
      />
      <ContinueLink />
      <StatCards />
      <WithOpenSignUpWarning>
        <div className={styles.notices}>
          <FailedNotices />
          {readsLeads && <WaitingFeedback />}
          {isOwner && <DuePrivacyRequestsNotice />}
          {isOwner && <PendingRetentionNotice />}
        </div>
        {readsLeads && <WorkListLinks />}
        <Columns now={now} readsLeads={readsLeads} />
      </WithOpenSignUpWarning>
    </>
  );
}

interface ColumnsProps {
  readsLeads: boolean;
  now: Date;
}

/** Two columns of about the same height, whether or not the first has the checklist. */
function Columns({ readsLeads, now }: ColumnsProps) {
  const isOwner = useIsOwner();
  const { data: steps } = useFirstRun(isOwner);
  const hasChecklist = isOwner && steps !== undefined && steps !== null;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {readsLeads && <NeedsReplyList now={now} />}
        {readsLeads && <UpcomingCalls />}
        {isOwner && <SetupChecklist />}
        {isOwner && <HealthCard place="problems" />}
        <LeadsByDayChart />
        {!hasChecklist && <LeadsByServiceChart />}
      </div>
      <div className={styles.column}>
        <QuickActions />
        <LeadStatusCounts />
        {isOwner && <HealthCard place="aside" />}
        {hasChecklist && <LeadsByServiceChart />}
        <LeadsBySourceChart />
      </div>
    </div>
  );
}

/** "Good morning, Maude": by the viewer's clock and the first word of the name. */
export function formatGreeting(hour: number, name: string): string {
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const first = name.includes('@') ? '' : (name.trim().split(/\s+/)[0] ?? '');
  return t.greeting[time](first);
}

/** Reports of barriers without a response; nothing if there are none. */
function WaitingFeedback() {
  const count = useOpenWorkCounts().data?.reports ?? 0;
  if (count === 0) return null;
  return (
    <aside aria-label={barrierReportTexts.title} className={screenStyles.problem}>
      <Icon name="warning" />
      <p>{barrierReportTexts.overview(count)}</p>
      <ButtonLink to="/dashboard/feedback" variant="secondary">
        {barrierReportTexts.open}
      </ButtonLink>
    </aside>
  );
}

/** Sign-in always leads to the overview; this shows, once, a link to the screen that was requested before. */
function ContinueLink() {
  const { user } = useSignedInSession();
  const [path] = useState(() => readReturnPath(user.id));
  useEffect(clearReturnPath, []);
  const [pathname = ''] = path?.split(/[?#]/, 1) ?? [];
  const name = pathname === '/dashboard' ? undefined : screenTitle(pathname);
  if (!path || !name) return null;
  return (
    <p className="mb-24">
      <Link className="text-link" to={path}>
        <span>{t.continueTo(name)}</span>
        <Icon name="arrow-right" />
      </Link>
    </p>
  );
}

const actions = [
  { action: 'services', path: '/dashboard/services', icon: 'layers' },
  { action: 'leads', path: '/dashboard/leads', icon: 'message' },
  { action: 'categories', path: '/dashboard/categories', icon: 'folder' },
] as const;

function QuickActions() {
  return (
    <Panel className={styles.card} id="quick-actions" title={t.quickActions.title}>
      <ul className={classNames('grid gap-12 mt-16', styles.quickActions)}>
        {actions.map(({ action, path, icon }) => (
          <li key={path}>
            <Link className="hover-shoal" to={path}>
              <Icon className="harbour" name={icon} />
              <span className="stack gap-0">
                <b className="harbour">{t.quickActions[action].label}</b>
                <span className="small muted">{t.quickActions[action].hint}</span>
              </span>
              <Icon className="harbour" name="arrow-right" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const failedNotices = 'failed-notices';

const list = new Intl.ListFormat('en-CA');

/** Warns owners that emails about leads fail, and why. */
function FailedNotices() {
  const isOwner = useIsOwner();
  const { data: failed = [] } = useQuery({
    queryKey: [failedNotices],
    queryFn: () => callDatabaseFunction('failed_notices'),
    enabled: isOwner,
  });
  const retry = useWriteMutation(() => callDatabaseFunction('retry_notices'), [failedNotices], {
    waits: true,
    form: failedNotices,
    done: t.failedNotices.retried,
  });
  const [latest] = failed;
  if (!latest) return null;

  function retryAll(): void {
    retry.mutate(undefined, {
      onSuccess() {
        // the notice, which contains the focused button, is removed
        document.querySelector('h1')?.focus({ preventScroll: true });
      },
    });
  }

  return (
    <aside aria-label={t.failedNotices.label} className={screenStyles.problem}>
      <Icon name="warning" />
      <p>{t.failedNotices.notice(list.format(failed.map(({ colleague }) => colleague)), latest.problem)}</p>
      <Button
        busy={retry.isPending}
        busyText={t.failedNotices.busy}
        icon="sync"
        onClick={retryAll}
        variant="secondary"
      >
        {t.failedNotices.retry}
      </Button>
    </aside>
  );
}

/** Whether the list is hovered or focused: its rows must not move while the user is about to press one. */
function isInUse(): boolean {
  return document.querySelector('[aria-labelledby=needs-reply]:is(:hover, :focus-within)') !== null;
}

/** Refetches numbers, charts and list while the overview is open; `enabled` is for accounts that may read leads. */
function useLiveOverview(enabled: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled) return undefined;
    const isQuiet = (): boolean => queries.isFetching({ queryKey: leadsQueryKey }) === 0;
    const numbers = createIdBatcher(() => {
      void queries.invalidateQueries({ queryKey: [bookingsQueryName] });
      return queries.invalidateQueries({
        queryKey: leadsQueryKey,
        predicate: ({ queryKey }) => queryKey[1] !== 'list' && queryKey[1] !== 'waiting',
      });
    }, isQuiet);
    const list = createIdBatcher(
      () => queries.invalidateQueries({ queryKey: waitingLeadsQueryKey }),
      () => isQuiet() && !isInUse(),
    );
    function changed(id: string): void {
      numbers.add(id);
      list.add(id);
    }
    let hasSubscribed = false;
    const stopWatching = watchInbox({
      onLead: changed,
      onAnyLead: () => changed('any'),
      onOtherChange() {},
      onSubscribed() {
        // the queries were read after the first subscription; before a later one, changes may have been missed
        if (hasSubscribed) changed('missed');
        hasSubscribed = true;
      },
      onDisconnected() {},
    });
    return () => {
      numbers.stop();
      list.stop();
      stopWatching();
    };
  }, [queries, enabled]);
}
