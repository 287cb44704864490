import { useEffect, useRef, type RefObject } from 'react';

/**
 * A button that is pressed and turns busy is disabled, and a disabled one hands the focus to nobody: it has it again
 * when it can be pressed again, unless somebody has gone on by then.
 */
export function useKeptFocus(inside: RefObject<HTMLElement | null>): void {
  const last = useRef<HTMLElement>(null);
  // after every change, the one included that disables it: the browser takes the focus away a little later
  useEffect(() => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && inside.current?.contains(active)) last.current = active;
    else if (active === document.body && last.current?.matches(':enabled')) last.current.focus();
  });
}
