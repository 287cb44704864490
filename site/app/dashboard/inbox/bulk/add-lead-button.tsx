// The button that opens the dialog for a new lead; focuses the card that was added.
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { leadTitleId } from '../leads/list-position.tsx';
import { inboxTexts } from '../inbox-texts.ts';

const AddLeadDialog = lazyDialog(() => import('./add-lead-dialog.tsx'), { beginsWithText: true });

const longestMs = 3_000;

/** Focuses an element of the refetched list once it is rendered, unless the user has moved the focus before. */
function focusWhenShown(selector: string): void {
  const focused = document.activeElement;
  const observer = new MutationObserver(tryFocus);
  function tryFocus(): void {
    const target = document.querySelector<HTMLElement>(selector);
    if (target === null && document.activeElement === focused) return;
    observer.disconnect();
    if (document.activeElement === focused) target?.focus();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), longestMs);
  tryFocus();
}

/** Opens the dialog. Afterwards the focus is on the new card if the list shows it, else on this button. */
export function AddLeadButton() {
  const [isOpen, setIsOpen] = useState(false);

  function focusAdded(leadId: string): void {
    flushSync(() => setIsOpen(false));
    focusWhenShown(`#${leadTitleId(leadId)}`);
  }

  return (
    <>
      <Button aria-haspopup="dialog" icon="plus" onClick={() => setIsOpen(true)} variant="ghost">
        {inboxTexts.addLead}
      </Button>
      {isOpen && <AddLeadDialog onAdded={focusAdded} onClose={() => setIsOpen(false)} />}
    </>
  );
}
