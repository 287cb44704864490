import { browserClient } from '../../../data/browser-client.ts';
import { startReply } from '../next/go-to-next-waiting.ts';
import { leadTitleId } from '../position/use-focus-lead.ts';

/** The inbox with those that wait alone, the longest wait first. */
const view = '/dashboard/messages?needs=reply&sort=waiting';
const giveUpMs = 10_000;

/** Resolves when this lead's card is the first of the list, or after a while without it. */
function waitUntilFirst(leadId: string): Promise<boolean> {
  function isFirst(): boolean {
    return document.querySelector('[data-leads] article h2')?.id === leadTitleId(leadId);
  }
  if (isFirst()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (isFirst()) end(true);
    });
    const timer = setTimeout(() => end(false), giveUpMs);
    function end(isThere: boolean): void {
      observer.disconnect();
      clearTimeout(timer);
      resolve(isThere);
    }
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

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
  const isThere = await waitUntilFirst(leadId);
  // who has moved on meanwhile stays there
  if (isThere && [focused, document.body].includes(document.activeElement)) startReply(leadId);
  return true;
}
