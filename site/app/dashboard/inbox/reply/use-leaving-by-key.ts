import { useRef, type FocusEvent, type KeyboardEvent } from 'react';

/**
 * Handlers for a form: calls `onLeave` when the focus leaves it with Tab. Not with a pointer: what that aims at must not
 * move. Dialogs of the form stand elsewhere in the document and are no part of it.
 */
export function useLeavingByKey(onLeave: () => void) {
  const isTab = useRef(false);
  return {
    onBlur({ currentTarget, target, relatedTarget }: FocusEvent<HTMLFormElement>): void {
      if (isTab.current && currentTarget.contains(target) && !currentTarget.contains(relatedTarget))
        onLeave();
    },
    onKeyDown({ key }: KeyboardEvent<HTMLFormElement>): void {
      isTab.current = key === 'Tab';
    },
    onPointerDown(): void {
      isTab.current = false;
    },
  };
}
