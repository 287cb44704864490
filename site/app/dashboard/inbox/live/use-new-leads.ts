import { useQuery } from '@tanstack/react-query';
import { isBefore, leadsPerPage, readLeadRows, type Lead, type ListedLead } from '../read-lead-page.ts';
import type { LeadFilter } from '../lead-filter.ts';
import { leadsKey } from '../leads-key.ts';

const none: ListedLead[] = [];

/** Leads that came since the list was fetched. Read only after use-live-inbox.ts has invalidated this query. */
export function useNewLeads(filter: LeadFilter, shown: readonly Lead[], hasMore: boolean): ListedLead[] {
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
