/** The cards of the list, in its order. */
export function allCards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-leads] > li > article')];
}

/** The card that has the focus. */
function focusedCard(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-leads] article') ?? undefined;
}

/** Whether the title of a card is in view, below what covers the top. */
function isInView(card: HTMLElement): boolean {
  const cover =
    document.querySelector('main [role=search], main search')?.getBoundingClientRect().bottom ?? 0;
  return card.getBoundingClientRect().top >= Math.min(cover, innerHeight / 2);
}

/** The card that a key is for: the focused one, else the first in view. */
export function currentCard(): HTMLElement | undefined {
  const cards = allCards();
  return focusedCard() ?? cards.find(isInView) ?? cards.at(-1);
}

function titleOf(card: HTMLElement): HTMLElement | null {
  return card.querySelector('h2');
}

/** Focuses the card after (1) or before (-1) the focused one; at the end of the list, the button that loads more. */
export function moveFocus(step: 1 | -1): void {
  const cards = allCards();
  const focused = focusedCard();
  const next = focused ? cards[cards.indexOf(focused) + step] : currentCard();
  if (next) titleOf(next)?.focus();
  else if (step === 1) document.querySelector<HTMLElement>('[data-leads] ~ button')?.focus();
}
