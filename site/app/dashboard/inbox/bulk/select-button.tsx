import { IconButton } from '../../../ui/icon-button.tsx';
import { selectLeads, stopSelecting, useIsSelecting } from './selection.ts';
import { selectTexts } from './select-texts.ts';
import styles from './select-button.module.css';

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
