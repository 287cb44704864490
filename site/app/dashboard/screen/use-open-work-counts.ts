// Query hook for the counts of open work. The sidebar loads this file with every screen, so other queries are in
// other files.
import { useQuery } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { formatCount } from '../../ui/format-values.ts';

/** The database stops counting at this number. */
export const maxCountedWorkItems = 1000;

/** The lengths of the lists of work; null for an account that may not read leads. */
async function readWorkCounts() {
  const data = await callDatabaseFunction('work_counts');
  return data[0] ?? null;
}

/** Polled, because targets and follow-up dates pass without a change in the database, so no event is sent. */
const everyMs = 60_000;

/**
 * The counts for sidebar, inbox and overview. The query key begins like those of leads, so that a write to leads
 * refetches it.
 */
export function useOpenWorkCounts(enabled = true) {
  return useQuery({
    queryKey: ['leads', 'work-counts'],
    queryFn: readWorkCounts,
    refetchInterval: everyMs,
    enabled,
  });
}

/** A number of work items as text; undefined if there are none. */
export function describeWorkCount(count: number, describe: (count: string, isMore: boolean) => string) {
  if (count === 0) return undefined;
  return describe(formatCount(Math.min(count, maxCountedWorkItems)), count > maxCountedWorkItems);
}
