import { useState } from 'react';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { useAnnounce } from './announcer.tsx';
import { AddLeadButton } from './add-lead/add-lead-button.tsx';
import { PracticeNote } from './billing/practice-note.tsx';
import { LeadExport } from './export/lead-export.tsx';
import { SelectButton } from './bulk/select-button.tsx';
import { ListOptions } from './options/list-options.tsx';
import { QuarantinedLeads } from './quarantine/quarantined-leads.tsx';
import { useInboxAddress } from './inbox-filter.ts';
import { noFilter } from './lead-filter.ts';
import { InboxToolbar } from './inbox-toolbar.tsx';
import { InboxKeys } from './keys/inbox-keys.tsx';
import { LeadList } from './lead-list.tsx';
import { ListCount } from './list-count.tsx';
import { Joined } from './live/use-is-joined.ts';
import { TriageLink } from './mail/triage-link.tsx';
import { useLiveInbox } from './live/use-live-inbox.ts';
import { inboxTexts } from './inbox-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './inbox.module.css';

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
