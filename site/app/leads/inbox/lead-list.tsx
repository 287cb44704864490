import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFailed } from '../../ui/screen/list-failed.tsx';
import { LoadMore } from '../../ui/screen/load-more.tsx';
import { useAnnounce } from './announcer.tsx';
import { describeFound, useFoundCount } from './count-found.ts';
import { isFiltering } from './inbox-filter.ts';
import { LeadCard } from './lead-card.tsx';
import { LeadSkeleton } from './lead-skeleton.tsx';
import type { LeadFilter } from './read-lead-page.ts';
import { useLeads } from './use-leads.ts';

/** A card can leave the list while somebody works in it (its status no longer fits the filter): the focus moves on. */
function useKeptFocus() {
  const list = useRef<HTMLUListElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    function notice(): void {
      hadFocus.current = list.current?.contains(document.activeElement) ?? false;
    }
    document.addEventListener('focusin', notice);
    return () => document.removeEventListener('focusin', notice);
  }, []);
  // After every change of the list: removing the focused element tells nobody.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
  });
  return list;
}

function Found({ filter }: { filter: LeadFilter }) {
  const { data } = useFoundCount(filter);
  const announce = useAnnounce();
  const text = data === undefined ? '' : describeFound(data);
  useEffect(() => announce(text), [announce, text]);
  return text === '' ? null : <p className="inbox-found">{text}</p>;
}

/** The leads that the filter finds, one card each, in all the states a list can have. */
export function LeadList({ filter, onClear }: { filter: LeadFilter; onClear: () => void }) {
  const query = useLeads(filter);
  const leads = query.data?.pages.flatMap((page) => page.leads) ?? [];
  const list = useKeptFocus();
  const filtering = isFiltering(filter);

  return (
    <>
      {filter.term !== '' && <Found filter={filter} />}
      {query.isPending && <LeadSkeleton />}
      {query.isError && <ListFailed busy={query.isFetching} onRetry={() => void query.refetch()} />}
      {query.data && leads.length === 0 && !query.isError && (
        <EmptyState
          action={
            filtering && (
              <Button onClick={onClear} size="dashboard" variant="secondary">
                Clear search and status
              </Button>
            )
          }
          text={
            filtering
              ? 'No messages match your filters.'
              : 'No messages yet. They will appear here when someone submits a contact form.'
          }
        />
      )}
      <ul aria-busy={query.isFetching} aria-label="Leads" className="inbox-list" ref={list}>
        {leads.map((lead) => (
          <li key={lead.id}>
            <LeadCard lead={lead} />
          </li>
        ))}
      </ul>
      <LoadMore pages={query} what="leads" />
    </>
  );
}
