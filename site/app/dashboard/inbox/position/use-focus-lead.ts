import { useEffect, useRef } from 'react';
import type { Lead } from '../read-lead-page.ts';

/** The id of the title of a lead's card. */
export function leadTitleId(leadId: string): string {
  return `lead-${leadId}`;
}

type FindLead = (leads: readonly Lead[]) => Lead | undefined;

interface Wish {
  find: FindLead;
  /** What had the focus when it was wished. */
  from: Element | null;
  /** Whether the reading that should answer it has been seen under way. */
  begun: boolean;
}

/**
 * Moves the focus to a card that is about to come. The answered function takes what finds it among the leads shown;
 * the first list that has it ends the wait, and so does a reading that ends without it. Who has moved on meanwhile
 * keeps the focus.
 */
export function useFocusLead(leads: readonly Lead[], isReading: boolean): (find: FindLead) => void {
  const wish = useRef<Wish>(undefined);
  useEffect(() => {
    if (!wish.current) return;
    const { find, from, begun } = wish.current;
    const lead = find(leads);
    if (!lead && (isReading || !begun)) {
      wish.current.begun ||= isReading;
      return;
    }
    wish.current = undefined;
    const hasMovedOn = ![from, document.body].includes(document.activeElement);
    if (lead && !hasMovedOn) document.querySelector<HTMLElement>(`#${leadTitleId(lead.id)}`)?.focus();
  }, [leads, isReading]);
  return (find) => {
    wish.current = { find, from: document.activeElement, begun: false };
  };
}
