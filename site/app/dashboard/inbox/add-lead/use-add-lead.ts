import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { leadsKey } from '../leads-key.ts';
import type { NewLead } from './check-new-lead.ts';

async function addLead({ id, ...lead }: NewLead & { id: string }): Promise<void> {
  await browserClient()
    .rpc('add_lead', { ...lead, lead: id })
    .throwOnError();
}

/** Pending until the lists are read again. Sent twice with the same id it is one lead. */
export function useAddLead() {
  return useWrite(addLead, leadsKey, { waits: true });
}
