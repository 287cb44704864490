// A query hook that reads the internal notes or events of a lead.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsQueryKey } from '../leads-cache.ts';

/** Only the newest are shown, because more on one lead could not be read. */
const mostNotes = 500;

async function readNotes(leadId: string) {
  const { data } = await browserClient()
    .from('lead_notes')
    .select('id, note, author_id, mentions, created_at, edited_at, is_event')
    .eq('lead_id', leadId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(mostNotes)
    .throwOnError();
  return data;
}

export type LeadNote = Awaited<ReturnType<typeof readNotes>>[number];

/** Notes of colleagues, and events of the lead's consultations. */
export function useLeadNotes(leadId: string) {
  return useQuery({ queryKey: [...leadsQueryKey, 'notes', leadId], queryFn: () => readNotes(leadId) });
}
