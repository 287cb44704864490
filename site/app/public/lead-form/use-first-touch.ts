import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Calls back once, when something in the form has the focus first. */
export function useFirstTouch(form: RefObject<HTMLFormElement | null>, act: () => void): void {
  const touched = useEffectEvent(act);
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    function hear() {
      touched();
    }
    // the touch that brought the scripts is the first one
    if (element.contains(document.activeElement)) {
      touched();
      return undefined;
    }
    element.addEventListener('focusin', hear, { once: true });
    return () => element.removeEventListener('focusin', hear);
  }, [form]);
}
