// Query hooks for the counts of open work. The sidebar loads this file with every screen, so other queries are in
// other files.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';

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

export const accessibilityFeedbackQueryKey = ['feedback'] as const;

/** How many reports wait for an answer. */
export function useUnansweredFeedbackCount(enabled: boolean) {
  return useQuery({
    queryKey: [...accessibilityFeedbackQueryKey, 'waiting'],
    enabled,
    queryFn: async () => {
      const { count } = await browserClient()
        .from('accessibility_feedback')
        .select('id', { count: 'exact', head: true })
        .is('responded_at', null)
        .throwOnError();
      return count ?? 0;
    },
  });
}

export const privacyQueryName = 'privacy';
const dayMs = 86_400_000;

/** The number of requests that are due within 7 days or late. */
export function useDuePrivacyRequestCount(enabled = true) {
  return useQuery({
    queryKey: [privacyQueryName, 'due'],
    enabled,
    queryFn: async () => {
      const { count } = await browserClient()
        .from('privacy_requests')
        .select('id', { count: 'exact', head: true })
        .is('done_on', null)
        .lte('due_on', new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10))
        .throwOnError();
      return count ?? 0;
    },
  });
}
