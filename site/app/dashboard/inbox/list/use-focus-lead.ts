import { useEffect, useRef } from 'react';
import type { Lead } from '../read-lead-page.ts';

/** The id of the title of a lead's card. */
export function leadTitleId(leadId: string): string {
  return `lead-${leadId}`;
}

type FindLead = (leads: readonly Lead[]) => Lead | undefined;

interface PendingFocus {
  find: FindLead;
  focusedBefore: Element | null;
  hasFetchBegun: boolean;
}

/**
 * Moves the focus to a card that is still being fetched: the returned function takes what finds it among the leads. It
 * ends when the card is shown or a fetch ended without it. A user who has moved the focus meanwhile keeps it.
 */
export function useFocusLead(leads: readonly Lead[], isFetching: boolean): (find: FindLead) => void {
  const pending = useRef<PendingFocus>(undefined);
  useEffect(() => {
    if (!pending.current) return;
    const { find, focusedBefore, hasFetchBegun } = pending.current;
    const lead = find(leads);
    if (!lead && (isFetching || !hasFetchBegun)) {
      pending.current.hasFetchBegun ||= isFetching;
      return;
    }
    pending.current = undefined;
    const hasMovedOn = ![focusedBefore, document.body].includes(document.activeElement);
    if (lead && !hasMovedOn) document.querySelector<HTMLElement>(`#${leadTitleId(lead.id)}`)?.focus();
  }, [leads, isFetching]);
  return (find) => {
    pending.current = { find, focusedBefore: document.activeElement, hasFetchBegun: false };
  };
}
