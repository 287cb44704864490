import { useEffect, useRef } from 'react';
import type { Lead } from './read-lead-page.ts';

/** The id of the title of a lead's card. */
export function leadTitleId(leadId: string): string {
  return `lead-${leadId}`;
}

/**
 * Moves the focus to a card that is about to come. The answered function takes what finds it among the leads shown;
 * the first list that has it ends the wait.
 */
export function useFocusLead(leads: readonly Lead[]) {
  const wanted = useRef<(leads: readonly Lead[]) => Lead | undefined>(undefined);
  useEffect(() => {
    const lead = wanted.current?.(leads);
    if (!lead) return;
    wanted.current = undefined;
    document.querySelector<HTMLElement>(`#${leadTitleId(lead.id)}`)?.focus();
  }, [leads]);
  return (find: (leads: readonly Lead[]) => Lead | undefined): void => {
    wanted.current = find;
  };
}
