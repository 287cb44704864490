// The screen of the inbox.
import { useState, useEffect } from 'react';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { useAnnounce } from './announcer.tsx';
import { AddLeadButton } from './bulk/add-lead-button.tsx';
import { PracticeBillingNotice } from './card/billing.tsx';
import { ExportLeadsButton } from './bulk/export-leads-button.tsx';
import { SelectLeadsButton } from './bulk/select-leads.tsx';
import { InboxOptionsButton, InboxToolbar } from './toolbar/inbox-toolbar.tsx';
import { QuarantinedLeads } from './list/quarantined-leads.tsx';
import { useInboxUrlState } from './inbox-filter.ts';
import { emptyLeadFilter, needsLeadSearch, type InboxView, type LeadFilter } from './lead-filter.ts';
import { InboxShortcutHandler } from './list/inbox-shortcut-handler.tsx';
import { LeadList } from './list/lead-list.tsx';
import { InboxFetchEnabledContext, useLiveInbox } from './live/use-live-inbox.ts';
import { inboxTexts } from './inbox-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './inbox.module.css';
import { maxCountedLeads, useFoundLeadCount, useLeadTotals } from './toolbar/count-leads.ts';
import { Link, useRouteLoaderData } from 'react-router';
import { maxCountedWorkItems, useOpenWorkCounts } from '../screen/use-open-work-counts.ts';

export function Inbox() {
  const { view, pageCount, changeFilter, showPages } = useInboxUrlState();
  // Key of the toolbar: a new one discards the search that is still being debounced.
  const [toolbarKey, setToolbarKey] = useState(0);
  const live = useLiveInbox(useAnnounce());

  function clear(): void {
    setToolbarKey(toolbarKey + 1);
    changeFilter(emptyLeadFilter);
    // the pressed button is about to be removed
    document.querySelector<HTMLElement>('main h1')?.focus();
  }

  return (
    <InboxFetchEnabledContext value={live !== 'joining'}>
      <ScreenHeading
        aside={
          <div className={classNames(styles.line, 'dense')}>
            <PracticeBillingNotice />
            <TriageLink />
            {live === 'paused' && <p className={styles.paused}>{inboxTexts.livePaused}</p>}
            <ListCount view={view} />
            <AddLeadButton />
            <SelectLeadsButton isInHeading />
          </div>
        }
        className={styles.heading}
        text={inboxTexts.description}
        title={inboxTexts.title}
      />
      <LeadList onClear={clear} onShowPages={showPages} pageCount={pageCount} view={view}>
        {!('person' in view) && (
          <InboxToolbar filter={view} key={toolbarKey} onChange={changeFilter}>
            <ExportLeadsButton filter={view} />
            <InboxOptionsButton filter={view} onChange={changeFilter} />
            <SelectLeadsButton />
            <InboxShortcutHandler />
          </InboxToolbar>
        )}
        <QuarantinedLeads />
      </LeadList>
    </InboxFetchEnabledContext>
  );
}

/** "1 result", "12 results", "1,000+ results". */
function describeFound(count: number): string {
  return count > maxCountedLeads ? inboxTexts.foundMany : inboxTexts.foundCount(count);
}

/** The number of found leads, which is also announced. */
function FoundCount({ filter }: { filter: LeadFilter }) {
  const { data } = useFoundLeadCount(filter);
  const announce = useAnnounce();
  const text = data === undefined ? '' : describeFound(data);
  useEffect(() => announce(text), [announce, text]);
  return text === '' ? null : <p className={styles.count}>{text}</p>;
}

/** "12 leads, 4 new", or the number of leads with the status. */
function TotalCount({ status }: { status: string | null }) {
  const { data } = useLeadTotals();
  if (!data) return null;
  const count = status === null ? data.all : (data.byStatus.get(status) ?? 0);
  return <p className={styles.count}>{inboxTexts.totalCount(count, status === null ? data.new : 0)}</p>;
}

/** The number of leads in the list. */
function ListCount({ view }: { view: InboxView }) {
  if ('person' in view) return null;
  return needsLeadSearch(view) ? <FoundCount filter={view} /> : <TotalCount status={view.status} />;
}

/** Link to the mails that belong to no thread. Shown if there are any, or if mail can be received. */
function TriageLink() {
  const backend = useRouteLoaderData<{ receivesMail: boolean }>('dashboard');
  const { data } = useOpenWorkCounts();
  const count = data?.mails ?? 0;
  if (count === 0 && backend?.receivesMail !== true) return null;
  return (
    <Link className="link" to="/dashboard/messages/triage">
      {inboxTexts.triage(
        Math.min(count, maxCountedWorkItems),
        count > maxCountedWorkItems,
        Math.min(data?.late_mails ?? 0, maxCountedWorkItems),
      )}
    </Link>
  );
}
