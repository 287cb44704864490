import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Cursor } from '../../data/newest-first.ts';
import { readLeadPage, type LeadFilter } from './read-lead-page.ts';

/** Every read of leads starts with this key, so that one call after a write refetches them all. */
export const leadsKey = ['leads'];
export const leadListKey = [...leadsKey, 'list'];

/** The inbox, page by page. While a new search is under way the old list stays in place. */
export function useLeads(filter: LeadFilter) {
  return useInfiniteQuery({
    queryKey: [...leadListKey, filter],
    queryFn: ({ pageParam }) => readLeadPage(filter, pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}
