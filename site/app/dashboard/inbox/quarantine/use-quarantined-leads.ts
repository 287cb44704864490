import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { afterCursor, newestFirst, pageOf, type Cursor } from '../../../data/keyset-cursor.ts';
import { leadsKey } from '../leads-key.ts';
import { useIsJoined } from '../live/use-is-joined.ts';

const leadsPerPage = 50;

async function readRows(after: Cursor | null) {
  let query = browserClient()
    .from('quarantined_leads')
    .select('id, name, email, message, created_at, score_reasons')
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(leadsPerPage + 1);
  if (after) query = query.lte('created_at', after.createdAt).or(afterCursor(after));
  const { data } = await query.throwOnError();
  return data;
}

export type QuarantinedLead = Awaited<ReturnType<typeof readRows>>[number];

/** What the database took for spam (docs/decisions/0009), newest first, page by page. */
export function useQuarantinedLeads() {
  return useInfiniteQuery({
    queryKey: [...leadsKey, 'quarantine'],
    queryFn: async ({ pageParam }) => pageOf(await readRows(pageParam), leadsPerPage),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
    enabled: useIsJoined(),
  });
}

/** Moves a quarantined lead to the inbox, with its own id and time. */
export async function restoreLead(leadId: string): Promise<void> {
  await browserClient().rpc('restore_quarantined_lead', { lead_id: leadId }).throwOnError();
}
