import { useState, useEffect } from 'react';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { useAnnounce } from './announcer.tsx';
import { AddLeadButton } from './bulk/add-lead-button.tsx';
import { PracticeNote } from './card/practice-note.tsx';
import { LeadExport } from './bulk/lead-export.tsx';
import { SelectButton } from './bulk/select-button.tsx';
import { ListOptions } from './list/list-options.tsx';
import { QuarantinedLeads } from './list/quarantined-leads.tsx';
import { useInboxAddress } from './inbox-filter.ts';
import { noFilter, isSearched, type LeadFilter } from './lead-filter.ts';
import { InboxToolbar } from './list/inbox-toolbar.tsx';
import { InboxKeys } from './list/inbox-keys.tsx';
import { LeadList } from './list/lead-list.tsx';
import { Joined } from './live/use-is-joined.ts';
import { TriageLink } from './received/triage-link.tsx';
import { useLiveInbox } from './live/use-live-inbox.ts';
import { inboxTexts } from './inbox-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './inbox.module.css';
import { maxCount, useFoundCount } from './list/use-found-count.ts';
import { useLeadTotals } from './list/use-lead-totals.ts';

export function Inbox() {
  const { filter, pageCount, changeFilter, showPages } = useInboxAddress();
  // Key of the toolbar: a new one drops the search that is still being debounced.
  const [toolbarKey, setToolbarKey] = useState(0);
  const live = useLiveInbox(useAnnounce());

  function clear(): void {
    setToolbarKey(toolbarKey + 1);
    changeFilter(noFilter);
  }

  return (
    <Joined value={live !== 'joining'}>
      <ScreenHeading
        aside={
          <div className={classNames(styles.line, 'dense')}>
            <PracticeNote />
            <TriageLink />
            {live === 'paused' && <p className={styles.paused}>{inboxTexts.livePaused}</p>}
            <ListCount filter={filter} />
            <AddLeadButton />
            <SelectButton isInHeading />
          </div>
        }
        className={styles.heading}
        text={inboxTexts.description}
        title={inboxTexts.title}
      />
      <LeadList filter={filter} onClear={clear} onShowPages={showPages} pageCount={pageCount}>
        <InboxToolbar filter={filter} key={toolbarKey} onChange={changeFilter}>
          <LeadExport filter={filter} />
          <ListOptions filter={filter} onChange={changeFilter} />
          <SelectButton />
          <InboxKeys />
        </InboxToolbar>
        <QuarantinedLeads />
      </LeadList>
    </Joined>
  );
}

/** "1 result", "12 results", "1,000+ results". */
function describeFound(count: number): string {
  return count > maxCount ? inboxTexts.foundMany : inboxTexts.foundCount(count);
}

/** Announced as well. */
function FoundCount({ filter }: { filter: LeadFilter }) {
  const { data } = useFoundCount(filter);
  const announce = useAnnounce();
  const text = data === undefined ? '' : describeFound(data);
  useEffect(() => announce(text), [announce, text]);
  return text === '' ? null : <p className={styles.count}>{text}</p>;
}

/** "12 leads, 4 new", or as many as the status has. */
function TotalCount({ status }: { status: string | null }) {
  const { data } = useLeadTotals();
  if (!data) return null;
  const count = status === null ? data.all : (data.byStatus.get(status) ?? 0);
  return <p className={styles.count}>{inboxTexts.totalCount(count, status === null ? data.new : 0)}</p>;
}

/** How many leads the list holds. */
function ListCount({ filter }: { filter: LeadFilter }) {
  if (filter.person !== null) return null;
  return isSearched(filter) ? <FoundCount filter={filter} /> : <TotalCount status={filter.status} />;
}
