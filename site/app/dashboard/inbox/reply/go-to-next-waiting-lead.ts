// Goes from a sent reply to the next waiting lead.
import { browserClient } from '../../../data/browser-client.ts';
import { defineTexts } from '../../../texts/define-texts.ts';
import { parseLeadFilter, serializeLeadFilter } from '../inbox-filter.ts';
import { leadSearchArguments, type LeadFilter } from '../lead-filter.ts';
import { leadTitleId } from '../list/list-position.tsx';
import type { Lead } from '../read-leads-page.ts';

const texts = defineTexts({
  nextIs: (name: string) => `Sent. Next waiting: ${name}`,
  noneWaits: 'Sent. No other lead in this list is waiting.',
  notShown: 'Sent. The next waiting lead is further down this list.',
});

/** The first waiting lead of the whole list, or the first one after a given lead. */
async function readNext(filter: LeadFilter, after: Lead | null): Promise<string | undefined> {
  const args = { ...leadSearchArguments(filter), only_needing_reply: true, page_size: 1 };
  const database = browserClient();
  if (filter.sort === 'newest') {
    const cursor = after ? { before_created_at: after.created_at, before_id: after.id } : {};
    return (await database.rpc('search_leads', { ...args, ...cursor }).throwOnError()).data[0]?.id;
  }
  const cursor = after ? { after_at: after.sorted_at ?? after.created_at, after_id: after.id } : {};
  const { data } = await database
    .rpc('sorted_leads', { ...args, ...cursor, sort: filter.sort })
    .throwOnError();
  return data[0]?.id;
}

/** The next waiting lead in the view of one person, whose leads are all shown: after this lead, then from the top. */
async function findNextShown(leadId: string): Promise<string | undefined> {
  const ids = [...document.querySelectorAll('[data-leads] > li > article h2')].map(({ id }) =>
    id.slice(leadTitleId('').length),
  );
  const start = ids.indexOf(leadId);
  const inOrder = [...ids.slice(start + 1), ...ids.slice(0, Math.max(start, 0))].slice(0, 100);
  const { data } = await browserClient()
    .from('leads_needing_reply')
    .select('lead_id')
    .in('lead_id', inOrder)
    .throwOnError();
  return inOrder.find((id) => data.some((row) => row.lead_id === id));
}

async function findNext(lead: Lead, filter: LeadFilter): Promise<string | undefined> {
  if (filter.person !== null) return findNextShown(lead.id);
  return (await readNext(filter, lead)) ?? (await readNext(filter, null));
}

/**
 * Focuses the reply box of a shown lead and opens the thread if it is beside the box. Scrolls the card to the top of
 * the window, because toasts are at the bottom. False if the card is not shown or has no reply box.
 */
export function focusReplyField(leadId: string): boolean {
  const card = document.querySelector(`#${CSS.escape(leadTitleId(leadId))}`)?.closest('article');
  const box = card?.querySelector('textarea');
  if (!card || !box) return false;
  const toggle = card.querySelector<HTMLElement>('button[aria-controls]');
  // on a phone an open conversation would push the box far down; the preview of the last message is enough
  const isBeside = toggle && box.getBoundingClientRect().left > toggle.getBoundingClientRect().right;
  if (isBeside && toggle.ariaExpanded === 'false') toggle.click();
  box.focus({ preventScroll: true });
  // after the card has grown; if both do not fit into the window, the box is shown
  requestAnimationFrame(() => {
    card.scrollIntoView({ behavior: 'instant' });
    box.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  });
  return true;
}

function titleOf(leadId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${CSS.escape(leadTitleId(leadId))}`);
}

/**
 * Focuses the next lead that waits for a reply, in the order of the list; after the last lead it starts at the top.
 * If that lead is not loaded yet, the list is filtered to waiting leads. Returns the text to announce. Throws errors
 * of the database.
 */
export async function goToNextWaitingLead(
  lead: Lead,
  userId: string,
  navigate: (to: string) => unknown,
): Promise<string> {
  const filter = parseLeadFilter(new URLSearchParams(location.search), userId);
  const next = await findNext(lead, filter);
  if (next === undefined || next === lead.id) return texts.noneWaits;
  if (!titleOf(next)) {
    const waiting = serializeLeadFilter({ ...filter, needs: filter.needs ?? 'reply' }, userId);
    await navigate(`/dashboard/messages?${waiting.toString()}`);
    if (!(await waitUntilShown(() => titleOf(next) !== null))) return texts.notShown;
  }
  const title = titleOf(next);
  // A lead without an email address has no reply box: it is answered by phone.
  if (!focusReplyField(next)) title?.focus();
  return texts.nextIs(title?.textContent ?? '');
}

const giveUpMs = 10_000;

/** Resolves to true once the condition holds, to false if it does not within a time limit. */
export function waitUntilShown(isShown: () => boolean): Promise<boolean> {
  if (isShown()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (isShown()) end(true);
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
