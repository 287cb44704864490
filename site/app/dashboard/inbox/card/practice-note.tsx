import { useRouteLoaderData } from 'react-router';
import { product } from '../../../agency/product.ts';
import { Badge } from '../../../ui/badge.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import styles from '../inbox.module.css';

const t = inboxTexts.billing;

/** Describes every button that reaches the practice Stripe. */
export const practiceNoteId = 'practice-note';

/** Whether a practice Stripe stands in for the real one. */
export function useIsPractice(): boolean {
  const data = useRouteLoaderData<{ practiceBilling: boolean }>('dashboard');
  return data?.practiceBilling === true;
}

export function PracticeBadge() {
  return <Badge variant="outline">{t.practice}</Badge>;
}

/** Once for all cards: nothing reaches the real billing tool. */
export function PracticeNote() {
  if (!useIsPractice()) return null;
  return (
    <p className={styles.practice} id={practiceNoteId}>
      <PracticeBadge />{' '}
      <span className={`sr-only ${styles.practiceWords}`}>{t.practiceNote(product.billingTool)}</span>
    </p>
  );
}
