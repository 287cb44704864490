import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { EmptyState } from '../../screen/empty-state.tsx';
import { ListFailed } from '../../screen/list-failed.tsx';
import { LoadMore } from '../../screen/load-more.tsx';
import { isFiltering } from '../inbox-filter.ts';
import { useFocusLead } from './use-focus-lead.ts';
import { LeadCard } from '../card/lead-card.tsx';
import { ScrollAnchor } from './scroll-anchor.tsx';
import { NewLeadsBanner } from '../live/new-leads-banner.tsx';
import { Bulk } from '../bulk/bulk.tsx';
import type { LeadFilter } from '../lead-filter.ts';
import {
  type Lead,
  type LeadPage,
  isBefore,
  leadsPerPage,
  readLeadRows,
  type ListedLead,
} from '../read-lead-page.ts';
import { useRelatedRequests } from '../tools/related-requests.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useLeads } from './use-leads.ts';
import { inboxTexts } from '../inbox-texts.ts';
import styles from '../inbox.module.css';
import screenStyles from '../../screen/screen.module.css';
import { leadsKey } from '../leads-key.ts';

const t = inboxTexts.list;
const PersonView = lazyPart(() => import('../tools/person-view.tsx'));

/** Each once: one that moved between two pages while they were fetched is on both. */
function leadsOf(data: InfiniteData<LeadPage> | undefined): Lead[] {
  const leads = data?.pages.flatMap((page) => page.leads) ?? [];
  return [...new Map(leads.map((lead) => [lead.id, lead])).values()];
}

/** Moves the focus to the heading when the focused card leaves the list, because its status no longer matches. */
function useHeadingFocus() {
  const list = useRef<HTMLUListElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    function recordFocus(): void {
      hadFocus.current = list.current?.contains(document.activeElement) ?? false;
    }
    // A click beside everything blurs as well, and so does a removed element, which is still connected at that moment.
    function recordBlur({ target }: FocusEvent): void {
      queueMicrotask(() => {
        const isBlurred = target instanceof Node && target.isConnected;
        if (isBlurred && document.activeElement === document.body) hadFocus.current = false;
      });
    }
    document.addEventListener('focusin', recordFocus);
    document.addEventListener('focusout', recordBlur);
    return () => {
      document.removeEventListener('focusin', recordFocus);
      document.removeEventListener('focusout', recordBlur);
    };
  }, []);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
  });
  return list;
}

/** The leads that the filter finds, with every state of a list. */
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
  /** Between the banner and the list. */
  children: ReactNode;
}) {
  const query = useLeads(filter, pageCount);
  const leads = useMemo(() => leadsOf(query.data), [query.data]);
  const newLeads = useNewLeads(filter, leads, query.hasNextPage);
  const related = useRelatedRequests(leads);
  const list = useHeadingFocus();
  const focusLead = useFocusLead(leads, query.isFetching || (query.hasPagesToFetch && !query.isError));
  useScrollRestoration(query.isSuccess && !query.hasPagesToFetch);
  const filtering = isFiltering(filter);
  const view = JSON.stringify(filter);

  function showNewLeads(): void {
    const ids = new Set(newLeads.map(({ id }) => id));
    focusLead((shown) => shown.find(({ id }) => ids.has(id)));
    void query.refetch();
  }

  function loadMore(): void {
    const count = leads.length;
    focusLead((shown) => shown[count]);
    onShowPages((query.data?.pages.length ?? 0) + 1);
    // Explicitly as well: the address restores only a limited number of pages.
    void query.fetchNextPage();
  }

  return (
    <ScrollAnchor view={view}>
      {query.data && <NewLeadsBanner filtering={filtering} newLeads={newLeads} onShow={showNewLeads} />}
      {filter.person === null ? (
        children
      ) : (
        <Suspense>
          <PersonView
            hasMore={query.hasNextPage}
            leads={query.isPlaceholderData ? [] : leads}
            onLeave={onClear}
          />
        </Suspense>
      )}
      <Bulk leads={leads} />
      {query.isPending && <LeadSkeleton />}
      {query.isError && <ListFailed busy={query.isFetching} onRetry={() => void query.refetch()} />}
      {query.data && leads.length === 0 && !query.isError && (
        <EmptyState
          action={
            filtering && (
              <Button onClick={onClear} variant="secondary">
                {t.clearFilters}
              </Button>
            )
          }
          text={filtering ? t.noMatch : t.empty}
        />
      )}
      <ul aria-busy={query.isFetching} aria-label={t.label} className={styles.list} data-leads ref={list}>
        {leads.map((lead) => (
          <li key={lead.id}>
            <LeadCard lead={lead} related={related[lead.id]} />
          </li>
        ))}
      </ul>
      <LoadMore
        pages={{
          hasNextPage: query.hasNextPage,
          isFetchingNextPage: query.isFetchingNextPage || query.hasPagesToFetch,
          fetchNextPage: loadMore,
        }}
        what={t.what}
      />
    </ScrollAnchor>
  );
}

function LeadSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output>{inboxTexts.list.loading}</output>
      {[1, 2, 3].map((card) => (
        <div aria-hidden="true" className={screenStyles.panel} key={card}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

const none: ListedLead[] = [];

/** Leads that came since the list was fetched. Read only after use-live-inbox.ts has invalidated this query. */
function useNewLeads(filter: LeadFilter, shown: readonly Lead[], hasMore: boolean): ListedLead[] {
  const { data: newest } = useQuery({
    queryKey: [...leadsKey, 'newest', filter],
    queryFn: async () => (await readLeadRows(filter, null)).slice(0, leadsPerPage),
    initialData: none,
    staleTime: Infinity,
  });
  const ids = new Set(shown.map(({ id }) => id));
  const last = shown.at(-1);
  return newest.filter((row) => !ids.has(row.id) && (!hasMore || (last && isBefore(row, last, filter.sort))));
}
