// Runs one keyboard shortcut of the inbox: search, move between cards, reply, select a lead.
import { readLeadSelection, toggleLeadSelection } from '../bulk/selection.ts';
import { showError } from '../../screen/show-error.ts';
import { shortcutsTexts } from './options-texts.ts';
import { bulkTexts } from '../bulk/bulk-texts.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { focusReplyField, waitUntilShown } from '../reply/go-to-next-waiting-lead.ts';
import { leadTitleId } from './list-position.tsx';

export interface InboxKeyDependencies {
  navigate: (to: string) => unknown;
  announce: (text: string) => void;
}

function focusIn(root: ParentNode | undefined, selector: string): void {
  root?.querySelector<HTMLElement>(selector)?.focus();
}

/** The action of each key; the action of `?` is in inbox-shortcut-handler.tsx. */
const actions: Record<string, (dependencies: InboxKeyDependencies) => unknown> = {
  '/': () => {
    const field = document.querySelector<HTMLInputElement>('#lead-search');
    field?.focus();
    field?.select();
  },
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  r: () => focusIn(currentCard(), 'textarea'),
  s: () =>
    readLeadSelection().ids.size > 0
      ? focusIn(document, 'select[name=bulk-status]')
      : focusIn(currentCard(), 'select[name=status]'),
  x: ({ announce }) => selectCurrent(currentCard(), announce),
  async w({ navigate, announce }) {
    try {
      if (!(await goToLongestWaiting(navigate))) announce(shortcutsTexts.nobodyWaits);
    } catch (error) {
      showError(error as Error, 'keys');
    }
  },
};

export function handleInboxKey(key: string, dependencies: InboxKeyDependencies): void {
  void actions[key]?.(dependencies);
}

/** The action of `x`: the focus moves to the card's name, so that `j` and `x` continue from there. */
function selectCurrent(card: HTMLElement | undefined, announce: (text: string) => void): void {
  const title = card?.querySelector<HTMLElement>('h2');
  // an erased lead cannot be selected
  if (!card?.querySelector('select[name=status]') || !title) return;
  if (!card.contains(document.activeElement)) title.focus();
  const isSelected = toggleLeadSelection(title.id.replace('lead-', ''));
  announce(bulkTexts.toggled(title.textContent, isSelected, readLeadSelection().ids.size));
}

/** The inbox with only waiting leads, the longest wait first. */
const view = '/dashboard/messages?needs=reply&sort=waiting';

/** Shows the waiting leads and opens the reply to the longest wait. False if no lead waits. */
async function goToLongestWaiting(navigate: (to: string) => unknown): Promise<boolean> {
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
  // if the user has moved the focus in between, it stays
  if (isThere && [focused, document.body].includes(document.activeElement)) focusReplyField(leadId);
  return true;
}

/** The cards of the list, in its order. */
function allCards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-leads] > li > article')];
}

/** The card that has the focus. */
function focusedCard(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-leads] article') ?? undefined;
}

/** Whether the title of a card is visible, below elements that cover the top. */
function isInView(card: HTMLElement): boolean {
  const cover =
    document.querySelector('main [role=search], main search')?.getBoundingClientRect().bottom ?? 0;
  return card.getBoundingClientRect().top >= Math.min(cover, innerHeight / 2);
}

/** The card that a key applies to: the focused one, else the first visible one. */
function currentCard(): HTMLElement | undefined {
  const cards = allCards();
  return focusedCard() ?? cards.find(isInView) ?? cards.at(-1);
}

function titleOf(card: HTMLElement): HTMLElement | null {
  return card.querySelector('h2');
}

/** Focuses the card after (1) or before (-1) the focused one; after the last card, the button that loads more. */
function moveFocus(step: 1 | -1): void {
  const cards = allCards();
  const focused = focusedCard();
  const next = focused ? cards[cards.indexOf(focused) + step] : currentCard();
  if (next) titleOf(next)?.focus();
  else if (step === 1) document.querySelector<HTMLElement>('[data-leads] ~ button')?.focus();
}
