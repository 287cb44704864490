import { browserClient } from '../../../data/browser-client.ts';
import type { OptOut } from './opt-outs.ts';

/** The database takes so many at once. */
const leadsPerCall = 200;

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

/** As lead_context() returns it. */
interface ContextRows {
  work: (LeadWork & { lead_id: string })[];
  optOuts: (OptOut & { lead_id: string })[];
}

interface LeadContext {
  work: Map<string, LeadWork>;
  optOuts: Map<string, OptOut>;
}

/** By lead. */
export async function readContext(ids: string[]): Promise<LeadContext> {
  const context: LeadContext = { work: new Map(), optOuts: new Map() };
  for (let from = 0; from < ids.length; from += leadsPerCall) {
    const { data } = await browserClient()
      .rpc('lead_context', { ids: ids.slice(from, from + leadsPerCall) })
      .throwOnError();
    const { work, optOuts } = data as unknown as ContextRows;
    for (const row of work) context.work.set(row.lead_id, row);
    for (const row of optOuts) context.optOuts.set(row.lead_id, row);
  }
  return context;
}
