import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Cursor } from '../../data/newest-first.ts';
import { readLeadPage, type LeadFilter } from './read-lead-page.ts';

/** Every read of leads starts with this key, so that one call after a write refetches them all. */
export const leadsKey = ['leads'];
export const leadListKey = [...leadsKey, 'list'];

/** The first `pageCount` pages of the inbox. While a new search is under way the old list stays in place. */
export function useLeads(filter: LeadFilter, pageCount: number) {
  const query = useInfiniteQuery({
    queryKey: [...leadListKey, filter],
    queryFn: ({ pageParam }) => readLeadPage(filter, pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query;
  const isBehind = !isPlaceholderData && data !== undefined && data.pages.length < pageCount && hasNextPage;
  // Each page begins where the one before ended, so they come one after the other.
  useEffect(() => {
    if (isBehind && !isFetching && !isError) void fetchNextPage();
  }, [isBehind, isFetching, isError, fetchNextPage]);
  return { ...query, isBehind };
}
