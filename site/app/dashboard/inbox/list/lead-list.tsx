// The list of leads with its query.
import {
  type InfiniteData,
  useQuery,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode, useLayoutEffect, type RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { EmptyState } from '../../screen/empty-state.tsx';
import { LoadFailedNotice } from '../../screen/load-failed-notice.tsx';
import { LoadMoreButton } from '../../screen/load-more-button.tsx';
import { isLeadFilterActive } from '../inbox-filter.ts';
import { sortOf, type InboxView } from '../lead-filter.ts';
import { useFocusLead, ScrollAnchor, useScrollRestoration } from '../leads/list-position.tsx';
import { LeadCard } from '../card/lead-card.tsx';
import { NewLeadsBanner } from '../live/new-leads-banner.tsx';
import { LazyBulkActionBar } from '../bulk/select-leads.tsx';
import {
  type Lead,
  type LeadsPage,
  isLeadBefore,
  leadsPerPage,
  readLeadRows,
  type InboxLeadRow,
  readLeadsPage,
} from '../read-leads-page.ts';
import { useRelatedLeads } from '../leads/related-leads.ts';
import { inboxTexts } from '../inbox-texts.ts';
import styles from '../inbox.module.css';
import screenStyles from '../../screen/screen.module.css';
import { leadsQueryKey, leadListQueryKey } from '../leads-cache.ts';
import type { KeysetCursor } from '../../../data/keyset-cursor.ts';
import { useIsInboxFetchEnabled } from '../live/use-live-inbox.ts';
import { clearLeadSelection } from '../bulk/selection.ts';
import { clearFormerStatuses } from '../leads/update-lead-column.ts';

const t = inboxTexts.list;
const PersonView = lazyComponent(() => import('./person-view.tsx'));

/** Each lead once: one that moved while two pages were fetched may be on both. */
function leadsOf(data: InfiniteData<LeadsPage> | undefined): Lead[] {
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
    // A click outside of all controls blurs an element that stays in the document: then the focus was moved on
    // purpose. A removed element is still connected during this event, so it is checked in a microtask.
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

interface LeadListProps {
  view: InboxView;
  pageCount: number;
  onClear: () => void;
  onShowPages: (count: number) => void;
  /** Shown between the banner and the list. */
  children: ReactNode;
}

/** The leads of the view, with every state of a list. */
export function LeadList({ view, pageCount, onClear, onShowPages, children }: LeadListProps) {
  const query = useLeads(view, pageCount);
  const leads = useMemo(() => leadsOf(query.data), [query.data]);
  const newLeads = useNewLeads(view, leads, query.hasNextPage);
  const related = useRelatedLeads(leads);
  const list = useHeadingFocus();
  const focusLead = useFocusLead(leads, query.isFetching || (query.hasPagesToFetch && !query.isError));
  useScrollRestoration(query.isSuccess && !query.hasPagesToFetch);
  const filtering = isLeadFilterActive(view);

  function showNewLeads(): void {
    const ids = new Set(newLeads.map(({ id }) => id));
    focusLead((shown) => shown.find(({ id }) => ids.has(id)));
    void query.refetch();
  }

  function loadMore(): void {
    const count = leads.length;
    focusLead((shown) => shown[count]);
    onShowPages((query.data?.pages.length ?? 0) + 1);
    // `onShowPages` fetches pages up to the limit of the URL; this call fetches those beyond it.
    void query.fetchNextPage();
  }

  return (
    <ScrollAnchor view={JSON.stringify(view)}>
      {query.data && <NewLeadsBanner filtering={filtering} newLeads={newLeads} onShow={showNewLeads} />}
      {'person' in view ? (
        <PersonView
          hasMore={query.hasNextPage}
          leads={query.isPlaceholderData ? [] : leads}
          onLeave={onClear}
        />
      ) : (
        children
      )}
      <LazyBulkActionBar leads={leads} />
      {query.isPending && <LeadSkeleton />}
      {query.isError && <LoadFailedNotice busy={query.isFetching} onRetry={() => void query.refetch()} />}
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
      <LoadMoreButton
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

const none: InboxLeadRow[] = [];

/** Leads that arrived since the list was fetched. Read only after use-live-inbox.ts has invalidated this query. */
function useNewLeads(view: InboxView, shown: readonly Lead[], hasMore: boolean): InboxLeadRow[] {
  const { data: newest } = useQuery({
    queryKey: [...leadsQueryKey, 'newest', view],
    queryFn: async () => (await readLeadRows(view, null)).slice(0, leadsPerPage),
    initialData: none,
    staleTime: Infinity,
  });
  const ids = new Set(shown.map(({ id }) => id));
  const last = shown.at(-1);
  return newest.filter(
    (row) => !ids.has(row.id) && (!hasMore || (last && isLeadBefore(row, last, sortOf(view)))),
  );
}

type Pages = InfiniteData<LeadsPage>;

/**
 * When the filter was last changed, in milliseconds. A change also removes the leads that were kept although they no
 * longer match, so that returning to a filter shows its present result.
 */
function useFilterChangedAt(view: string): RefObject<number> {
  const queries = useQueryClient();
  const changedAt = useRef(0);
  useLayoutEffect(() => {
    const key = [...leadListQueryKey, JSON.parse(view) as InboxView];
    changedAt.current = Date.now();
    return () => {
      clearFormerStatuses();
      clearLeadSelection();
      // the result of a fetch in progress would restore the removed leads
      void queries.cancelQueries({ queryKey: key, exact: true });
      queries.setQueryData<Pages>(key, withoutKept, {
        updatedAt: queries.getQueryState(key)?.dataUpdatedAt ?? 0,
      });
    };
  }, [queries, view]);
  return changedAt;
}

function withoutKept(data: Pages | undefined): Pages | undefined {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, leads: page.leads.filter((lead) => !lead.isKept) })),
    }
  );
}

/** The first `pageCount` pages of the inbox. The previous list stays visible while a new search is fetched. */
function useLeads(view: InboxView, pageCount: number) {
  const queries = useQueryClient();
  const changedAt = useFilterChangedAt(JSON.stringify(view));

  function readShown(): Lead[] {
    const state = queries.getQueryState<Pages>([...leadListQueryKey, view]);
    if (!state?.data || state.dataUpdatedAt < changedAt.current) return [];
    return state.data.pages.flatMap((page) => page.leads);
  }

  const query = useInfiniteQuery({
    queryKey: [...leadListQueryKey, view],
    queryFn: ({ pageParam }) => readLeadsPage(view, pageParam, readShown()),
    initialPageParam: null as KeysetCursor | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    enabled: useIsInboxFetchEnabled(),
  });

  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query;
  const hasPagesToFetch =
    !isPlaceholderData && data !== undefined && data.pages.length < pageCount && hasNextPage;
  // One after the other, because each page starts where the one before ended.
  useEffect(() => {
    if (hasPagesToFetch && !isFetching && !isError) void fetchNextPage();
  }, [hasPagesToFetch, isFetching, isError, fetchNextPage]);
  return { ...query, hasPagesToFetch };
}
