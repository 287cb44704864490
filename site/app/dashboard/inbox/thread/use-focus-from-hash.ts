import { useEffect, type RefObject } from 'react';

/** The hash of an inbox address that focuses the reply box of one lead. */
export function replyHash(leadId: string): string {
  return `#reply-${leadId}`;
}

/** Focuses the reply box when its card appears. */
export function useFocusFromHash(field: RefObject<HTMLTextAreaElement | null>, leadId: string): void {
  useEffect(() => {
    if (location.hash === replyHash(leadId)) field.current?.focus();
  }, [field, leadId]);
}
