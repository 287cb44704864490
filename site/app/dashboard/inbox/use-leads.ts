import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Cursor } from '../../data/keyset-cursor.ts';
import { leadListKey } from './leads-key.ts';
import { useIsJoined } from './live/use-is-joined.ts';
import { clearFormerStatuses } from './moved/former-status.ts';
import { readLeadPage, type Lead, type LeadFilter, type LeadPage } from './read-lead-page.ts';

type Pages = InfiniteData<LeadPage>;

/**
 * When this filter was chosen, in milliseconds: what was shown before that need not stay. What stayed under it goes
 * with it: coming back shows what the filter finds.
 */
function useChosenAt(view: string): RefObject<number> {
  const queries = useQueryClient();
  const chosenAt = useRef(0);
  useLayoutEffect(() => {
    const key = [...leadListKey, JSON.parse(view) as LeadFilter];
    chosenAt.current = Date.now();
    return () => {
      clearFormerStatuses();
      queries.setQueryData<Pages>(key, withoutKept, {
        updatedAt: queries.getQueryState(key)?.dataUpdatedAt ?? 0,
      });
    };
  }, [queries, view]);
  return chosenAt;
}

function withoutKept(data: Pages | undefined): Pages | undefined {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, leads: page.leads.filter((lead) => !lead.isKept) })),
    }
  );
}

/** The first `pageCount` pages of the inbox. While a new search is under way the old list stays in place. */
export function useLeads(filter: LeadFilter, pageCount: number) {
  const queries = useQueryClient();
  const chosenAt = useChosenAt(JSON.stringify(filter));

  function readShown(): Lead[] {
    const state = queries.getQueryState<Pages>([...leadListKey, filter]);
    if (!state?.data || state.dataUpdatedAt < chosenAt.current) return [];
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
  const isBehind = !isPlaceholderData && data !== undefined && data.pages.length < pageCount && hasNextPage;
  // Each page begins where the one before ended, so they come one after the other.
  useEffect(() => {
    if (isBehind && !isFetching && !isError) void fetchNextPage();
  }, [isBehind, isFetching, isError, fetchNextPage]);
  return { ...query, isBehind };
}
