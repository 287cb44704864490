import { useRouteLoaderData } from 'react-router';
import { agency } from '../../../agency.ts';
import { Badge } from '../../../ui/badge.tsx';

/** What describes every button that only practises. */
export const practiceNoteId = 'practice-note';

/** Whether a practice Stripe stands in for the real one; the dashboard's loader knows. */
export function useIsPractice(): boolean {
  const data = useRouteLoaderData<{ practiceBilling: boolean }>('dashboard');
  return data?.practiceBilling === true;
}

export function PracticeBadge() {
  return <Badge variant="outline">Practice mode</Badge>;
}

/** Says once, for all cards, that what is sent to the billing tool stays here. */
export function PracticeNote() {
  if (!useIsPractice()) return null;
  return (
    <p className="practice-note" id={practiceNoteId}>
      <PracticeBadge /> <span className="practice-words">Nothing is sent to {agency.billingTool}</span>
    </p>
  );
}
