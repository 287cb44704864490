import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { leadsKey } from '../use-leads.ts';

/** At most this many are read, the newest; older ones come up as these are moved. */
export const mostHeld = 50;

async function readHeldLeads() {
  const { data } = await browserClient()
    .from('suspected_leads')
    .select('id, name, email, message, created_at, score_reasons')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(mostHeld)
    .throwOnError();
  return data;
}

export type HeldLead = Awaited<ReturnType<typeof readHeldLeads>>[number];

/** What the database took for spam and kept out of the inbox (docs/decisions/0009), newest first. */
export function useHeldLeads() {
  return useQuery({ queryKey: [...leadsKey, 'held'], queryFn: readHeldLeads });
}
