import type { Lead } from '../read-lead-page.ts';
import { selectTexts } from './select-texts.ts';
import { toggleLead, useIsSelected, useIsSelecting } from './selection.ts';
import styles from './select-lead.module.css';

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
