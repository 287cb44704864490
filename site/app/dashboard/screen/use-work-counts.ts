// A query hook for the counts of open work (replies, follow-ups, mails), refetched periodically.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

/** The database counts no further. */
export const maxWorkCount = 1000;

/** How long the lists of work are; null for who may not read leads. */
async function readWorkCounts() {
  const { data } = await browserClient().rpc('work_counts').throwOnError();
  return data[0] ?? null;
}

/** Targets and follow-ups pass without a change that would be told. */
const everyMs = 60_000;

/** For sidebar, inbox and overview. Its key begins as all of leads, so that a write reads it again. */
export function useWorkCounts(enabled = true) {
  return useQuery({
    queryKey: ['leads', 'work-counts'],
    queryFn: readWorkCounts,
    refetchInterval: everyMs,
    enabled,
  });
}
