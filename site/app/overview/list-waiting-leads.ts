import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../data/browser-client.ts';
import { leadsKey } from '../leads/inbox/use-leads.ts';

/** What one screen shows at a glance; the inbox has them all. */
const waitingShown = 5;

async function readWaitingLeads() {
  const { data } = await browserClient()
    .from('leads')
    .select('id, name, email, message, service_name, created_at')
    .eq('status', 'new')
    .order('created_at')
    .order('id')
    .limit(waitingShown)
    .throwOnError();
  return data;
}

export type WaitingLead = Awaited<ReturnType<typeof readWaitingLeads>>[number];

/** The leads that nobody answered yet, the longest wait first. */
export function useWaitingLeads() {
  return useQuery({ queryKey: [...leadsKey, 'waiting'], queryFn: readWaitingLeads });
}
