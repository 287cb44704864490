import { useEffect, useRef, type RefObject } from 'react';

/** Asks when the form was first touched, once. Answers '' until that is known; a form without a hint is as good. */
export function useFormHint(form: RefObject<HTMLFormElement | null>): () => string {
  const hint = useRef('');

  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    async function ask() {
      try {
        const response = await fetch('/form-hint');
        if (response.ok) hint.current = (await response.text()).slice(0, 100);
      } catch {
        // offline, or an old server: the form does without
      }
    }
    // the touch that brought the scripts is the first one
    if (element.contains(document.activeElement)) {
      void ask();
      return undefined;
    }
    element.addEventListener('focusin', ask, { once: true });
    return () => element.removeEventListener('focusin', ask);
  }, [form]);

  return () => hint.current;
}
