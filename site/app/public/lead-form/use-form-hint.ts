import { useRef, type RefObject } from 'react';
import { useFirstTouch } from './use-first-touch.ts';

/** Asks when the form was first touched, once. Answers '' until that is known; a form without a hint is as good. */
export function useFormHint(form: RefObject<HTMLFormElement | null>): () => string {
  const hint = useRef('');
  useFirstTouch(form, async () => {
    try {
      const response = await fetch('/form-hint');
      if (response.ok) hint.current = (await response.text()).slice(0, 100);
    } catch {
      // offline, or an old server: the form does without
    }
  });
  return () => hint.current;
}
