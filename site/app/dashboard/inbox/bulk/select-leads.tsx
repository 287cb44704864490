// The controls that select leads.
import { IconButton } from '../../../ui/button.tsx';
import {
  selectLeads,
  stopSelectingLeads,
  useIsSelectingLeads,
  toggleLeadSelection,
  useIsLeadSelected,
} from './selection.ts';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { selectLeadsTexts } from '../inbox-texts.ts';
import styles from './select-leads.module.css';
import { useEffect } from 'react';
import type { Lead } from '../read-leads-page.ts';
import { lazyComponent } from '../../../ui/lazy-component.ts';

/** Shows check boxes on the cards, and the bar that changes the selected ones. On a phone it is in the heading. */
export function SelectLeadsButton({ isInHeading = false }: { isInHeading?: boolean }) {
  const isSelecting = useIsSelectingLeads();
  const button = {
    'aria-pressed': isSelecting,
    icon: 'checked',
    label: selectLeadsTexts.select,
    onClick: () => (isSelecting ? stopSelectingLeads() : selectLeads([])),
  } as const;
  return (
    <span className={isInHeading ? styles.heading : styles.toolbar} data-screen-only="" data-select-leads="">
      {isInHeading ? (
        <IconButton {...button} title={button.label} />
      ) : (
        <ToolbarButton {...button} word={selectLeadsTexts.selectWord} />
      )}
    </span>
  );
}

const BulkActionBar = lazyComponent(() => import('./bulk-action-bar.tsx'));

/** The bar for the selected leads. Leaving the inbox clears the selection. */
export function LazyBulkActionBar({ leads }: { leads: readonly Lead[] }) {
  const isSelecting = useIsSelectingLeads();
  useEffect(() => stopSelectingLeads, []);
  return isSelecting && <BulkActionBar leads={leads} />;
}

/** The check box of a card, while leads are selected. */
export function LeadCheckbox({ lead }: { lead: Lead }) {
  const isSelecting = useIsSelectingLeads();
  const isSelected = useIsLeadSelected(lead.id);
  if (!isSelecting || lead.erased_at) return null;
  return (
    <label className={styles.select} data-screen-only="">
      <input
        aria-label={selectLeadsTexts.lead(lead.name)}
        checked={isSelected}
        onChange={() => toggleLeadSelection(lead.id)}
        type="checkbox"
      />
    </label>
  );
}
