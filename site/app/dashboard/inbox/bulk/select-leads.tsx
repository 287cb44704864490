// The controls that select leads.
import { IconButton } from '../../../ui/button.tsx';
import { selectLeads, stopSelecting, useIsSelecting, toggleLead, useIsSelected } from './selection.ts';
import { selectTexts } from '../inbox-texts.ts';
import styles from './select-leads.module.css';
import { Suspense, useEffect } from 'react';
import type { Lead } from '../read-lead-page.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

/** Shows check boxes on the cards, and the bar that changes those selected. On a phone its place is in the heading. */
export function SelectButton({ isInHeading = false }: { isInHeading?: boolean }) {
  const isSelecting = useIsSelecting();
  return (
    <span className={isInHeading ? styles.heading : styles.toolbar} data-screen-only="" data-select-leads="">
      <IconButton
        aria-pressed={isSelecting}
        icon="checked"
        label={selectTexts.select}
        onClick={() => (isSelecting ? stopSelecting() : selectLeads([]))}
      />
    </span>
  );
}

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'));

/** The bar for the selected leads. Leaving the inbox clears the selection. */
export function Bulk({ leads }: { leads: readonly Lead[] }) {
  const isSelecting = useIsSelecting();
  useEffect(() => stopSelecting, []);
  return (
    isSelecting && (
      <Suspense>
        <BulkBar leads={leads} />
      </Suspense>
    )
  );
}

/** The check box of a card, while leads are selected. */
export function SelectLead({ lead }: { lead: Lead }) {
  const isSelecting = useIsSelecting();
  const isSelected = useIsSelected(lead.id);
  if (!isSelecting || lead.erased_at) return null;
  return (
    <label className={styles.select} data-screen-only="">
      <input
        aria-label={selectTexts.lead(lead.name)}
        checked={isSelected}
        onChange={() => toggleLead(lead.id)}
        type="checkbox"
      />
    </label>
  );
}
