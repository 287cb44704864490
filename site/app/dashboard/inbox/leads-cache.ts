// The cached leads: their query keys, with reads of what the list shows.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Lead, LeadsPage } from './read-leads-page.ts';

type Pages = InfiniteData<LeadsPage>;

/** Every lead of the visible list. Other cached lists may be older, and are refetched when they are shown again. */
export function readVisibleLeads(queries: QueryClient): Map<string, Lead> {
  const leads = queries
    .getQueriesData<Pages>({ queryKey: leadListQueryKey, type: 'active' })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.leads) ?? []);
  return new Map(leads.map((lead) => [lead.id, lead]));
}

/** Changes leads in all cached lists; null removes one. */
export function updateCachedLeads(queries: QueryClient, change: (lead: Lead) => Lead | null): void {
  queries.setQueriesData<Pages>(
    { queryKey: leadListQueryKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          leads: page.leads.map(change).filter((lead) => lead !== null),
        })),
      },
  );
}

/** Every read of leads starts with this key, so that one call after a write refetches them all. */
export const leadsQueryKey = ['leads'];
export const leadListQueryKey = [...leadsQueryKey, 'list'];
