import { browserClient } from '../../../data/browser-client.ts';

/** The database takes so many at once. */
const leadsPerCall = 200;

async function readSome(ids: string[]) {
  const { data } = await browserClient().rpc('lead_work', { ids }).throwOnError();
  return data;
}

/** What a lead asks of this account. Minutes are of business hours; null: it does not wait, or has no follow-up. */
export interface LeadWork {
  waiting_minutes: number | null;
  is_late: boolean;
  follow_up_on: string | null;
  is_due: boolean;
  notes: number;
  is_unread: boolean;
  mentions_me: boolean;
}

export async function readWork(ids: string[]): Promise<Map<string, LeadWork>> {
  const work = new Map<string, LeadWork>();
  for (let from = 0; from < ids.length; from += leadsPerCall) {
    const rows = await readSome(ids.slice(from, from + leadsPerCall));
    for (const { lead_id: id, ...row } of rows) work.set(id, row);
  }
  return work;
}
