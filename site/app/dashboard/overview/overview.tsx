import { Suspense, useState } from 'react';
import { useDisplayName } from '../../auth/session/profile.ts';
import { mayReadLeads, useIsOwner, useRoles } from '../../auth/session/roles.ts';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { LeadsByDay } from './charts/leads-by-day.tsx';
import { LeadsByService } from './charts/leads-by-service.tsx';
import { LeadsBySource } from './charts/leads-by-source.tsx';
import { ContinueLink } from './continue-link.tsx';
import { DueRequests } from './due-requests.tsx';
import { FailedNotices } from './failed-notices.tsx';
import { greeting } from './greeting.ts';
import { HealthCard } from './health/health-card.tsx';
import { LeadStatuses } from './lead-statuses.tsx';
import { overviewTexts as t } from './overview-texts.ts';
import { useWaitingCount } from './waiting-leads.ts';
import { NeedsReply } from './needs-reply.tsx';
import { QuickActions } from './quick-actions.tsx';
import { WaitingFeedback } from './waiting-feedback.tsx';
import { WaitingRetention } from './waiting-retention.tsx';
import { StatCards } from './stat-cards.tsx';
import { WorkLists } from './work-lists.tsx';
import { useLiveOverview } from './use-live-overview.ts';
import styles from './overview.module.css';
import { lazyPart } from '../../ui/lazy-part.ts';

/** Until an owner hides it: not in the script of the screen. */
const FirstRun = lazyPart(() => import('./first-run/first-run.tsx'));

const today = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

export default function Overview() {
  const name = useDisplayName();
  const { data: count } = useWaitingCount();
  const { data: roles = [] } = useRoles();
  const isOwner = useIsOwner();
  const [now] = useState(() => new Date());
  useLiveOverview(mayReadLeads(roles));
  const day = today.format(now);
  return (
    <>
      <ScreenHeading
        text={count === undefined ? t.today(day) : t.todayAndWaiting(day, count)}
        title={greeting(now.getHours(), name)}
      />
      <ContinueLink />
      {isOwner && (
        <Suspense>
          <FirstRun />
        </Suspense>
      )}
      {isOwner && <HealthCard place="top" />}
      <FailedNotices />
      {mayReadLeads(roles) && <WaitingFeedback />}
      {isOwner && <DueRequests />}
      {isOwner && <WaitingRetention />}
      <StatCards />
      {mayReadLeads(roles) && <WorkLists />}
      <div className={styles.columns}>
        {mayReadLeads(roles) && <NeedsReply now={now} />}
        <div className={styles.aside}>
          <QuickActions />
          <LeadStatuses />
          {isOwner && <HealthCard place="side" />}
        </div>
        <div className={styles.charts}>
          <LeadsByDay />
          <LeadsByService />
          <LeadsBySource />
        </div>
      </div>
    </>
  );
}
