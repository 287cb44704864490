// Open work of the viewer: lists of leads, privacy requests, old messages to erase.
import { Link } from 'react-router';
import screenStyles from '../screen/screen.module.css';
import { useEndedCalls } from '../bookings/bookings-queries.ts';
import { useOpenWorkCounts } from '../screen/use-open-work-counts.ts';
import { overviewTexts, privacyDeadlineTexts } from './overview-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './overview.module.css';
import { useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { privacyQueryName, setRetention, useUndecidedRetention } from '../privacy/privacy-queries.ts';
import { ConfirmWriteDialog } from '../screen/confirm-write-dialog.tsx';

const t = overviewTexts.work;
const inbox = '/dashboard/messages';

/** The non-empty lists of work, each with its number and a link to it. */
export function WorkListLinks() {
  const { data } = useOpenWorkCounts();
  const { data: ended } = useEndedCalls();
  if (!data) return null;
  const calls = ended?.count ?? 0;
  const lists = [
    { count: data.late, text: t.late(data.late), path: `${inbox}?needs=late` },
    { count: data.mails, text: t.mails(data.mails, data.late_mails), path: `${inbox}/triage` },
    { count: calls, text: t.calls(calls), path: '/dashboard/bookings#ended-calls' },
    { count: data.due, text: t.due(data.due), path: `${inbox}?needs=due` },
    { count: data.mentions, text: t.mentions(data.mentions), path: `${inbox}?needs=mention` },
    { count: data.mine, text: t.mine(data.mine), path: `${inbox}?needs=reply&assignee=me` },
    {
      count: data.unassigned,
      text: t.unassigned(data.unassigned),
      path: `${inbox}?needs=reply&assignee=none`,
    },
  ].filter(({ count }) => count > 0);
  if (lists.length === 0) return null;
  return (
    <nav
      aria-labelledby="work-lists"
      className={classNames(styles.work, screenStyles.panel)}
      data-screen-only=""
    >
      <h2 className={screenStyles.panelTitle} id="work-lists">
        {t.label}
      </h2>
      <ul className={styles.workList}>
        {lists.map(({ path, text }) => (
          <li key={path}>
            <Link className="text-link text-16" to={path}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const retentionTexts = privacyDeadlineTexts.retention;

/** For owners, after an upgrade: no old lead is erased before one of them agrees. */
export function PendingRetentionNotice() {
  const { data: waiting } = useUndecidedRetention();
  const [asks, setAsks] = useState(false);
  const total = waiting ? waiting.leads + waiting.clients : 0;
  if (!waiting || total === 0) return null;
  const { months } = waiting;
  const people = retentionTexts.people(total);
  return (
    <aside aria-label={retentionTexts.title} className={screenStyles.problem}>
      <Icon name="warning" />
      <p>{retentionTexts.due(people, months)}</p>
      <Button onClick={() => setAsks(true)} variant="secondary">
        {retentionTexts.agree(months)}
      </Button>
      <ButtonLink to="/dashboard/privacy#retention" variant="secondary">
        {retentionTexts.choose}
      </ButtonLink>
      {asks && (
        <ConfirmWriteDialog
          busyText={retentionTexts.busy}
          done={() => ({ title: retentionTexts.agreed, description: retentionTexts.agreedText })}
          id="erase-old-messages"
          onClose={() => setAsks(false)}
          // the notice is removed, and with it the focused button
          onDone={() => document.querySelector<HTMLElement>('main')?.focus()}
          queryKeys={[privacyQueryName]}
          title={retentionTexts.question}
          write={() => setRetention(months)}
          yes={retentionTexts.agree(months)}
        >
          <p>{retentionTexts.consequence(people, months)}</p>
        </ConfirmWriteDialog>
      )}
    </aside>
  );
}

/** For owners: privacy requests that are due by law within 7 days. */
export function DuePrivacyRequestsNotice() {
  const count = useOpenWorkCounts().data?.requests ?? 0;
  if (count === 0) return null;
  return (
    <aside aria-label={privacyDeadlineTexts.title} className={screenStyles.problem}>
      <Icon name="warning" />
      <p>{privacyDeadlineTexts.waiting(count)}</p>
      <ButtonLink to="/dashboard/privacy" variant="secondary">
        {privacyDeadlineTexts.open}
      </ButtonLink>
    </aside>
  );
}
