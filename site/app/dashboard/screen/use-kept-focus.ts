import { useEffect, useRef, type RefObject } from 'react';

/**
 * A busy button is disabled and loses the focus; it gets it back once it is enabled, unless the focus has moved on.
 */
export function useKeptFocus(inside: RefObject<HTMLElement | null>): void {
  const last = useRef<HTMLElement>(null);
  // after every render: the browser removes the focus a little after the button is disabled
  useEffect(() => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && inside.current?.contains(active)) last.current = active;
    else if (active === document.body && last.current?.matches(':enabled')) last.current.focus();
  });
}
