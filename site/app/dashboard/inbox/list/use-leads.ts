import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Cursor } from '../../../data/keyset-cursor.ts';
import { leadListKey } from '../leads-key.ts';
import { useIsJoined } from '../live/use-is-joined.ts';
import { clearSelection } from '../bulk/selection.ts';
import { clearFormerStatuses } from '../card/former-status.ts';
import type { LeadFilter } from '../lead-filter.ts';
import { readLeadPage, type Lead, type LeadPage } from '../read-lead-page.ts';

type Pages = InfiniteData<LeadPage>;

/**
 * When the filter was last changed, in milliseconds. A change also removes the leads that were kept although they no
 * longer match, so that returning to a filter shows what it finds.
 */
function useFilterChangedAt(view: string): RefObject<number> {
  const queries = useQueryClient();
  const changedAt = useRef(0);
  useLayoutEffect(() => {
    const key = [...leadListKey, JSON.parse(view) as LeadFilter];
    changedAt.current = Date.now();
    return () => {
      clearFormerStatuses();
      clearSelection();
      // its result would bring the kept ones back
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

/** The first `pageCount` pages of the inbox. The old list stays while a new search is fetched. */
export function useLeads(filter: LeadFilter, pageCount: number) {
  const queries = useQueryClient();
  const changedAt = useFilterChangedAt(JSON.stringify(filter));

  function readShown(): Lead[] {
    const state = queries.getQueryState<Pages>([...leadListKey, filter]);
    if (!state?.data || state.dataUpdatedAt < changedAt.current) return [];
    return state.data.pages.flatMap((page) => page.leads);
  }

  const query = useInfiniteQuery({
    queryKey: [...leadListKey, filter],
    queryFn: ({ pageParam }) => readLeadPage(filter, pageParam, readShown()),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    enabled: useIsJoined(),
  });

  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query;
  const hasPagesToFetch =
    !isPlaceholderData && data !== undefined && data.pages.length < pageCount && hasNextPage;
  // One after the other, because each page begins where the one before ended.
  useEffect(() => {
    if (hasPagesToFetch && !isFetching && !isError) void fetchNextPage();
  }, [hasPagesToFetch, isFetching, isError, fetchNextPage]);
  return { ...query, hasPagesToFetch };
}
