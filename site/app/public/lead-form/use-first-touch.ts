import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Calls back once, when something in the form first has the focus. */
export function useFirstTouch(form: RefObject<HTMLFormElement | null>, callback: () => void): void {
  const touched = useEffectEvent(callback);
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    function handleFocus() {
      touched();
    }
    // the touch that loaded the scripts
    if (element.contains(document.activeElement)) {
      touched();
      return undefined;
    }
    element.addEventListener('focusin', handleFocus, { once: true });
    return () => element.removeEventListener('focusin', handleFocus);
  }, [form]);
}
