import { useRouteLoaderData } from 'react-router';
import { agency } from '../../../agency.ts';
import { Badge } from '../../../ui/badge.tsx';

/** Describes every button that reaches the practice Stripe. */
export const practiceNoteId = 'practice-note';

/** Whether a practice Stripe stands in for the real one. */
export function useIsPractice(): boolean {
  const data = useRouteLoaderData<{ practiceBilling: boolean }>('dashboard');
  return data?.practiceBilling === true;
}

export function PracticeBadge() {
  return <Badge variant="outline">Practice mode</Badge>;
}

/** Once for all cards: nothing reaches the real billing tool. */
export function PracticeNote() {
  if (!useIsPractice()) return null;
  return (
    <p className="practice-note" id={practiceNoteId}>
      <PracticeBadge /> <span className="practice-words">Nothing is sent to {agency.billingTool}</span>
    </p>
  );
}
