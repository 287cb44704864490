import { browserClient } from '../../../data/browser-client.ts';
import type { Database } from '../../../data/database-types.ts';

export interface LeadsChange {
  /** null leaves it */
  status: string | null;
  /** an account, '' for nobody; null leaves it */
  assignee: string | null;
}

type FormerLead = Database['public']['Functions']['change_leads']['Returns'][number];

export interface AppliedChange extends LeadsChange {
  ids: readonly string[];
  former: FormerLead[];
}

/** Only what is set: the database takes the rest as its default. */
function values({ status, assignee }: LeadsChange) {
  return {
    ...(status === null ? {} : { status }),
    ...(assignee === null ? {} : assignee === '' ? { unassign: true } : { assignee }),
  };
}

export async function changeLeads(change: LeadsChange & { ids: readonly string[] }): Promise<AppliedChange> {
  const { data } = await browserClient()
    .rpc('change_leads', { leads: [...change.ids], ...values(change) })
    .throwOnError();
  return { ...change, former: data };
}

/** Answers the leads that have their former values again; the others were changed since. */
export async function restoreLeads({ former, ...change }: AppliedChange): Promise<string[]> {
  const { data } = await browserClient()
    .rpc('restore_leads', { former: former.filter((lead) => lead.is_changed), ...values(change) })
    .throwOnError();
  return data;
}
