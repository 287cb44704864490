// Runs one keyboard shortcut of the inbox: search, move between cards, reply, select a lead.
import { readLeadSelection, toggleLeadSelection } from '../bulk/selection.ts';
import { showError } from '../../screen/show-error.ts';
import { selectLeadsTexts } from '../inbox-texts.ts';

export interface InboxKeyDependencies {
  navigate: (to: string) => unknown;
  announce: (text: string) => void;
  userId: string;
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
  async w({ navigate, announce, userId }) {
    try {
      const { goToLongestWaiting } = await import('../reply/go-to-next-waiting-lead.ts');
      const problem = await goToLongestWaiting(navigate, userId);
      if (problem !== null) announce(problem);
    } catch (error) {
      showError(error as Error, 'keys');
    }
  },
};

export const inboxKeys = Object.keys(actions);

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
  announce(selectLeadsTexts.toggled(title.textContent, isSelected, readLeadSelection().ids.size));
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
