import { browserClient } from '../../../data/browser-client.ts';
import { leadTitleId } from '../position/use-focus-lead.ts';
import { inboxTexts } from '../inbox-texts.ts';

/** Those of `ids` that wait for a reply; a call asks for at most this many. */
const idsPerCall = 100;

async function readWaiting(ids: readonly string[]): Promise<Set<string>> {
  const { data } = await browserClient()
    .from('leads_needing_reply')
    .select('lead_id')
    .in('lead_id', ids)
    .throwOnError();
  return new Set(data.map((row) => row.lead_id));
}

/** The shown leads after this one, then those before it. */
function idsAfter(leadId: string): string[] {
  const ids = [...document.querySelectorAll('[data-leads] > li > article h2')].map(({ id }) => id);
  const start = ids.indexOf(leadTitleId(leadId));
  const prefix = leadTitleId('').length;
  return [...ids.slice(start + 1), ...ids.slice(0, Math.max(start, 0))].map((id) => id.slice(prefix));
}

async function findNext(leadId: string): Promise<string | undefined> {
  const ids = idsAfter(leadId);
  for (let from = 0; from < ids.length; from += idsPerCall) {
    const part = ids.slice(from, from + idsPerCall);
    const waiting = await readWaiting(part);
    const next = part.find((id) => waiting.has(id));
    if (next !== undefined) return next;
  }
  return undefined;
}

/** Opens the thread of a shown lead and focuses its reply box. False where its card is not there or takes no reply. */
export function startReply(leadId: string): boolean {
  const card = document.querySelector(`#${CSS.escape(leadTitleId(leadId))}`)?.closest('article');
  const box = card?.querySelector('textarea');
  if (!card || !box) return false;
  card.querySelector<HTMLElement>('button[aria-controls][aria-expanded=false]')?.click();
  box.focus();
  return true;
}

/**
 * Goes to the next shown lead that waits for a reply, in the order of the list, and from its end on from its top.
 * Returns what to announce. Throws errors of the database.
 */
export async function goToNextWaiting(leadId: string): Promise<string> {
  const next = await findNext(leadId);
  if (next === undefined) return inboxTexts.reply.noneWaits;
  const title = document.querySelector<HTMLElement>(`#${CSS.escape(leadTitleId(next))}`);
  // One without an email address takes no reply: it is called.
  if (!startReply(next)) title?.focus();
  return inboxTexts.reply.nextIs(title?.textContent ?? '');
}
