// Goes to a waiting lead: from a sent reply to the next one, or to the one that waits longest.
import { browserClient } from '../../../data/browser-client.ts';
import { defineTexts } from '../../../texts/define-texts.ts';
import { parseInboxView, serializeInboxView } from '../inbox-filter.ts';
import { leadSearchArguments, type InboxView, type LeadFilter } from '../lead-filter.ts';
import { leadTitleId } from '../leads/list-position.tsx';
import type { Lead } from '../read-leads-page.ts';

const texts = defineTexts({
  nobodyWaits: 'No one is waiting for a reply.',
  nextIs: (name: string) => `Sent. Next waiting: ${name}`,
  noneWaits: 'Sent. No other lead in this list is waiting.',
  othersHaveThem: (name: string) => `Your colleagues have every waiting lead open. Longest wait: ${name}`,
  othersHaveTheOthers: 'Sent. Your colleagues have the other waiting leads open.',
  notShown: 'Sent. The next waiting lead is further down this list.',
});

/** The leads that colleagues have open; none if the script that knows cannot be loaded. */
async function findLeadsOpenByColleagues(userId: string): Promise<Set<string>> {
  const presence = await import('../live/inbox-presence.ts').catch(() => null);
  return (await presence?.inboxPresence.findOpenElsewhere(userId)) ?? new Set();
}

/** The first `count` waiting leads of the whole list, or the first ones after a given lead. */
async function readWaiting(filter: LeadFilter, after: Lead | null, count: number): Promise<string[]> {
  const args = { ...leadSearchArguments(filter), only_needing_reply: true, page_size: count };
  const database = browserClient();
  if (filter.sort === 'newest') {
    const cursor = after ? { before_created_at: after.created_at, before_id: after.id } : {};
    const { data } = await database.rpc('search_leads', { ...args, ...cursor }).throwOnError();
    return data.map(({ id }) => id);
  }
  const cursor = after ? { after_at: after.sorted_at ?? after.created_at, after_id: after.id } : {};
  const { data } = await database
    .rpc('sorted_leads', { ...args, ...cursor, sort: filter.sort })
    .throwOnError();
  return data.map(({ id }) => id);
}

/** The waiting leads in the view of one person, whose leads are all shown: after this lead, then from the top. */
async function readWaitingShown(leadId: string): Promise<string[]> {
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
  return inOrder.filter((id) => data.some((row) => row.lead_id === id));
}

/** The other waiting leads, in the order in which they are next: enough that one is left after `skipped` of them. */
async function readNext(lead: Lead, view: InboxView, skipped: number): Promise<string[]> {
  if ('person' in view) return readWaitingShown(lead.id);
  const count = skipped + 2;
  const after = await readWaiting(view, lead, count);
  return after.length === count ? after : [...after, ...(await readWaiting(view, null, count))];
}

/**
 * Focuses the reply box of a shown lead and opens the thread if it is beside the box. Scrolls the card to the top of
 * the window, because toasts are at the bottom. False if the card is not shown or has no reply box.
 */
function focusReplyField(leadId: string): boolean {
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
 * Focuses the next lead that waits for a reply and that no colleague has open, in the order of the list; after the
 * last lead it starts at the top. If that lead is not loaded yet, the list is filtered to waiting leads. Returns the
 * text to announce. Throws errors of the database.
 */
export async function goToNextWaitingLead(
  lead: Lead,
  userId: string,
  navigate: (to: string) => unknown,
): Promise<string> {
  const view = parseInboxView(new URLSearchParams(location.search), userId);
  const openElsewhere = await findLeadsOpenByColleagues(userId);
  const waiting = (await readNext(lead, view, openElsewhere.size)).filter((id) => id !== lead.id);
  const next = waiting.find((id) => !openElsewhere.has(id));
  if (next === undefined) return waiting.length === 0 ? texts.noneWaits : texts.othersHaveTheOthers;
  if (!titleOf(next)) {
    const shown = 'person' in view ? view : { ...view, needs: view.needs ?? ('reply' as const) };
    await navigate(`/dashboard/messages?${serializeInboxView(shown, userId).toString()}`);
    if (!(await waitUntilShown(() => titleOf(next) !== null))) return texts.notShown;
  }
  const title = titleOf(next);
  // A lead without an email address has no reply box: it is answered by phone.
  if (!focusReplyField(next)) title?.focus();
  return texts.nextIs(title?.textContent ?? '');
}

/** The inbox with only waiting leads, the longest wait first. */
const waitingView = '/dashboard/messages?needs=reply&sort=waiting';

/**
 * Shows the waiting leads and opens the reply to the longest wait that no colleague has open, or the longest of all if
 * colleagues have each open. Returns the text to announce, if there is one.
 */
export async function goToLongestWaiting(
  navigate: (to: string) => unknown,
  userId: string,
): Promise<string | null> {
  const openElsewhere = await findLeadsOpenByColleagues(userId);
  const { data } = await browserClient()
    .from('leads_needing_reply')
    .select('lead_id')
    .order('since')
    .order('lead_id')
    .limit(openElsewhere.size + 1)
    .throwOnError();
  const free = data.find((row) => !openElsewhere.has(row.lead_id));
  const leadId = (free ?? data[0])?.lead_id;
  if (leadId === undefined) return texts.nobodyWaits;
  await navigate(waitingView);
  const focused = document.activeElement;
  const isThere = await waitUntilShown(
    () =>
      document.querySelector('[data-leads] article h2')?.id === leadTitleId(data[0]?.lead_id ?? '') &&
      titleOf(leadId) !== null,
  );
  // if the user has moved the focus in between, it stays
  if (isThere && [focused, document.body].includes(document.activeElement)) focusReplyField(leadId);
  return free ? null : texts.othersHaveThem(titleOf(leadId)?.textContent ?? '');
}

const giveUpMs = 10_000;

/** Resolves to true once the condition holds, to false if it does not within a time limit. */
function waitUntilShown(isShown: () => boolean): Promise<boolean> {
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
