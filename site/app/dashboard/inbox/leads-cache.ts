// The cached leads: their query keys, with reads of what the list shows.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Lead, LeadPage } from './read-leads-page.ts';

type Pages = InfiniteData<LeadPage>;

/** Every lead of the visible list. Other cached lists may be older, and are refetched when they are shown again. */
export function readVisibleLeads(queries: QueryClient): Map<string, Lead> {
  const leads = queries
    .getQueriesData<Pages>({ queryKey: leadListKey, type: 'active' })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.leads) ?? []);
  return new Map(leads.map((lead) => [lead.id, lead]));
}

/** Changes leads in all cached lists; null removes one. */
export function updateCachedLeads(queries: QueryClient, change: (lead: Lead) => Lead | null): void {
  queries.setQueriesData<Pages>(
    { queryKey: leadListKey },
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
export const leadsKey = ['leads'];
export const leadListKey = [...leadsKey, 'list'];
