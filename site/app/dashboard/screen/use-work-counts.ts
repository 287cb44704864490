// A query hook for the counts of open work (replies, follow-ups, mails), refetched periodically.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

/** The database stops counting there. */
export const maxWorkCount = 1000;

/** The lengths of the lists of work; null for an account that may not read leads. */
async function readWorkCounts() {
  const { data } = await browserClient().rpc('work_counts').throwOnError();
  return data[0] ?? null;
}

/** Targets and follow-up dates pass without a change in the database, so no event is sent. */
const everyMs = 60_000;

/** For sidebar, inbox and overview. Its key begins like those of leads, so that a write refetches it. */
export function useWorkCounts(enabled = true) {
  return useQuery({
    queryKey: ['leads', 'work-counts'],
    queryFn: readWorkCounts,
    refetchInterval: everyMs,
    enabled,
  });
}
