import { browserClient } from '../../../data/browser-client.ts';
import { startReply } from '../next/go-to-next-waiting.ts';
import { waitUntilShown } from '../next/wait-until-shown.ts';
import { leadTitleId } from '../position/use-focus-lead.ts';

/** The inbox with those that wait alone, the longest wait first. */
const view = '/dashboard/messages?needs=reply&sort=waiting';

/** Shows the waiting leads and begins the reply to the longest wait. False where no lead waits. */
export async function goToLongestWaiting(navigate: (to: string) => unknown): Promise<boolean> {
  const { data } = await browserClient()
    .from('leads_needing_reply')
    .select('lead_id')
    .order('since')
    .order('lead_id')
    .limit(1)
    .throwOnError();
  const leadId = data[0]?.lead_id;
  if (leadId === undefined) return false;
  await navigate(view);
  const focused = document.activeElement;
  const isThere = await waitUntilShown(
    () => document.querySelector('[data-leads] article h2')?.id === leadTitleId(leadId),
  );
  // who has moved on meanwhile stays there
  if (isThere && [focused, document.body].includes(document.activeElement)) startReply(leadId);
  return true;
}
