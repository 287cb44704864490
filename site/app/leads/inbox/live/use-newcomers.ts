import { useQuery } from '@tanstack/react-query';
import { leadsPerPage, readLeadRows, type Lead, type LeadFilter, type LeadRow } from '../read-lead-page.ts';
import { leadsKey } from '../use-leads.ts';

const none: LeadRow[] = [];

/** Whether `row` stands before `other` in a list that begins with the newest. */
function isBefore(row: LeadRow, other: LeadRow): boolean {
  const [rowAt, otherAt] = [Date.parse(row.created_at), Date.parse(other.created_at)];
  return rowAt === otherAt ? row.id > other.id : rowAt > otherAt;
}

/**
 * The leads that belong among those shown and are not: they came since. Nothing is read until something has changed
 * (use-live-inbox.ts marks every reading of leads as old).
 */
export function useNewcomers(filter: LeadFilter, shown: readonly Lead[], hasMore: boolean): LeadRow[] {
  const { data: newest } = useQuery({
    queryKey: [...leadsKey, 'newest', filter],
    queryFn: async () => (await readLeadRows(filter, null)).slice(0, leadsPerPage),
    initialData: none,
    staleTime: Infinity,
  });
  const ids = new Set(shown.map(({ id }) => id));
  const last = shown.at(-1);
  return newest.filter((row) => !ids.has(row.id) && (!hasMore || (last && isBefore(row, last))));
}
