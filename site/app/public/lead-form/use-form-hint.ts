import { useRef, type RefObject } from 'react';
import { useFirstTouch } from './use-first-touch.ts';

/** Returns '' until the hint is fetched; a form without one is as good. */
export function useFormHint(form: RefObject<HTMLFormElement | null>): () => string {
  const hint = useRef('');
  useFirstTouch(form, async () => {
    try {
      const response = await fetch('/form-hint');
      if (response.ok) hint.current = (await response.text()).slice(0, 100);
    } catch {
      // offline, or an old server
    }
  });
  return () => hint.current;
}
