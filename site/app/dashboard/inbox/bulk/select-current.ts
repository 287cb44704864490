import { bulkTexts } from './bulk-texts.ts';
import { readSelection, toggleLead } from './selection.ts';

/** What `x` does: the focus goes to the card's name, so that `j` and `x` go on from there. */
export function selectCurrent(card: HTMLElement | undefined, announce: (text: string) => void): void {
  const title = card?.querySelector<HTMLElement>('h2');
  // an erased lead has no status to choose
  if (!card?.querySelector('select[name=status]') || !title) return;
  if (!card.contains(document.activeElement)) title.focus();
  const isSelected = toggleLead(title.id.replace('lead-', ''));
  announce(bulkTexts.toggled(title.textContent, isSelected, readSelection().ids.size));
}
