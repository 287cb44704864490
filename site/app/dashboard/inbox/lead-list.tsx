import type { InfiniteData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { LoadMore } from '../screen/load-more.tsx';
import { isFiltering } from './inbox-filter.ts';
import { useFocusLead } from './position/use-focus-lead.ts';
import { LeadCard } from './lead-card.tsx';
import { LeadSkeleton } from './lead-skeleton.tsx';
import { ScrollAnchor } from './position/scroll-anchor.tsx';
import { NewLeadsBanner } from './live/new-leads-banner.tsx';
import { useNewLeads } from './live/use-new-leads.ts';
import type { Lead, LeadFilter, LeadPage } from './read-lead-page.ts';
import { useScrollRestoration } from './position/use-scroll-restoration.ts';
import { useLeads } from './use-leads.ts';

/** Each lead once: one that moved between two pages while they were read would be on both. */
function leadsOf(data: InfiniteData<LeadPage> | undefined): Lead[] {
  const leads = data?.pages.flatMap((page) => page.leads) ?? [];
  return [...new Map(leads.map((lead) => [lead.id, lead])).values()];
}

/** A card can leave the list while somebody works in it (its status no longer fits the filter): the focus moves on. */
function useTitleFocus() {
  const list = useRef<HTMLUListElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    function notice(): void {
      hadFocus.current = list.current?.contains(document.activeElement) ?? false;
    }
    // A press beside everything puts it down. One that is removed says so as well, while it still stands.
    function noticeLater({ target }: FocusEvent): void {
      queueMicrotask(() => {
        const isPutDown = target instanceof Node && target.isConnected;
        if (isPutDown && document.activeElement === document.body) hadFocus.current = false;
      });
    }
    document.addEventListener('focusin', notice);
    document.addEventListener('focusout', noticeLater);
    return () => {
      document.removeEventListener('focusin', notice);
      document.removeEventListener('focusout', noticeLater);
    };
  }, []);
  // After every change of the list: a removed element hands the focus to nobody.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
  });
  return list;
}

/** The leads that the filter finds, one card each, in all the states a list can have. */
export function LeadList({
  filter,
  pageCount,
  onClear,
  onShowPages,
  children,
}: {
  filter: LeadFilter;
  pageCount: number;
  onClear: () => void;
  onShowPages: (count: number) => void;
  /** The toolbar, and what else stands between it and the list. */
  children: ReactNode;
}) {
  const query = useLeads(filter, pageCount);
  const leads = useMemo(() => leadsOf(query.data), [query.data]);
  const newcomers = useNewLeads(filter, leads, query.hasNextPage);
  const list = useTitleFocus();
  const focusLead = useFocusLead(leads, query.isFetching || (query.isBehind && !query.isError));
  useScrollRestoration(query.isSuccess && !query.isBehind);
  const filtering = isFiltering(filter);
  const view = JSON.stringify(filter);

  function showNewcomers(): void {
    const ids = new Set(newcomers.map(({ id }) => id));
    focusLead((shown) => shown.find(({ id }) => ids.has(id)));
    void query.refetch();
  }

  function loadMore(): void {
    const had = leads.length;
    focusLead((shown) => shown[had]);
    onShowPages((query.data?.pages.length ?? 0) + 1);
    // Asked for here as well: the address brings back only so many pages by itself.
    void query.fetchNextPage();
  }

  return (
    <ScrollAnchor view={view}>
      {query.data && <NewLeadsBanner filtering={filtering} newcomers={newcomers} onShow={showNewcomers} />}
      {children}
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
      <LoadMore
        pages={{
          hasNextPage: query.hasNextPage,
          isFetchingNextPage: query.isFetchingNextPage || query.isBehind,
          fetchNextPage: loadMore,
        }}
        what="leads"
      />
    </ScrollAnchor>
  );
}
