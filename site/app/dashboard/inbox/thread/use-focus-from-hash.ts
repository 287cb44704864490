import { useEffect, type RefObject } from 'react';

/** The hash of an inbox address that leads straight to the reply box of one lead. */
export function replyHash(leadId: string): string {
  return `#reply-${leadId}`;
}

/** Whoever came to answer this lead has the focus in its box as soon as its card is there. */
export function useFocusFromHash(field: RefObject<HTMLTextAreaElement | null>, leadId: string): void {
  useEffect(() => {
    if (location.hash === replyHash(leadId)) field.current?.focus();
  }, [field, leadId]);
}
