import { useState } from 'react';
import { agency } from '../../agency.ts';
import { mayReadLeads, useRoles } from '../../session/roles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenHeading } from '../../ui/screen/screen-heading.tsx';
import { Announcer } from './announcer.tsx';
import { PracticeNote } from './billing/practice-note.tsx';
import { HeldLeads } from './held/held-leads.tsx';
import { useInboxAddress } from './inbox-filter.ts';
import { InboxToolbar } from './inbox-toolbar.tsx';
import { LeadList } from './lead-list.tsx';
import './inbox.css';

export function meta() {
  return [{ title: `Messages · ${agency.name}` }];
}

export default function Messages() {
  const { data: roles = [] } = useRoles();
  const { filter, pageCount, changeFilter, showPages } = useInboxAddress();
  // Counts the clearings: a new toolbar forgets at once the search that was still being typed into the old one.
  const [clearings, setClearings] = useState(0);
  const mayRead = mayReadLeads(roles);

  function clear(): void {
    setClearings(clearings + 1);
    changeFilter({ term: '', status: null });
  }

  return (
    <Announcer>
      <ScreenHeading
        aside={mayRead && <PracticeNote />}
        text="Manage conversations and qualify leads"
        title="Messages"
      />
      {mayRead ? (
        <>
          <InboxToolbar filter={filter} key={clearings} onChange={changeFilter} />
          <HeldLeads />
          <LeadList filter={filter} onClear={clear} onShowPages={showPages} pageCount={pageCount} />
        </>
      ) : (
        <EmptyState text="Your role does not include leads. An owner can change that." />
      )}
    </Announcer>
  );
}
