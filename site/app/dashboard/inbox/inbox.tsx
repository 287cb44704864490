import { useState } from 'react';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { useAnnounce } from './announcer.tsx';
import { PracticeNote } from './billing/practice-note.tsx';
import { LeadExport } from './export/lead-export.tsx';
import { QuarantinedLeads } from './quarantine/quarantined-leads.tsx';
import { useInboxAddress } from './inbox-filter.ts';
import { InboxToolbar } from './inbox-toolbar.tsx';
import { LeadList } from './lead-list.tsx';
import { ListCount } from './list-count.tsx';
import { Joined } from './live/use-is-joined.ts';
import { useLiveInbox } from './live/use-live-inbox.ts';

/** The open inbox: heading with what is counted, the toolbar, the quarantine, and the leads. */
export function Inbox({ title, text }: { title: string; text: string }) {
  const { filter, pageCount, changeFilter, showPages } = useInboxAddress();
  // Counts the clearings: a new toolbar forgets at once the search that was still being typed into the old one.
  const [clearings, setClearings] = useState(0);
  const live = useLiveInbox(useAnnounce());

  function clear(): void {
    setClearings(clearings + 1);
    changeFilter({ term: '', status: null, needsReply: false });
  }

  return (
    <Joined value={live !== 'joining'}>
      <ScreenHeading
        aside={
          <div className="inbox-line dense">
            <PracticeNote />
            {live === 'paused' && <p className="inbox-paused">Live updates paused. Reconnecting…</p>}
            <ListCount filter={filter} />
          </div>
        }
        text={text}
        title={title}
      />
      <LeadList filter={filter} onClear={clear} onShowPages={showPages} pageCount={pageCount}>
        <InboxToolbar filter={filter} key={clearings} onChange={changeFilter}>
          <LeadExport filter={filter} />
        </InboxToolbar>
        <QuarantinedLeads />
      </LeadList>
    </Joined>
  );
}
