// The hidden fields of a form about its submission: its key, and when it was first touched.
import { useRef, type RefObject, useEffect, useEffectEvent } from 'react';
import { hiddenFieldNames } from './hidden-field-names.ts';

interface HiddenSubmissionFieldsProps {
  form: RefObject<HTMLFormElement | null>;
  /** identifies the submission, so that it is stored once */
  submissionKey: string;
}

/** Hidden fields of a form: the submission key and, with scripts, when the form was first touched. */
export function HiddenSubmissionFields({ form, submissionKey }: HiddenSubmissionFieldsProps) {
  const hint = useRef<HTMLInputElement>(null);
  async function fillHint() {
    const fetched = await fetchSignedFormTime();
    if (hint.current) hint.current.value = fetched;
  }
  useFirstFocus(form, () => void fillHint());
  return (
    <>
      <input name={hiddenFieldNames.key} type="hidden" value={submissionKey} />
      <input name={hiddenFieldNames.hint} ref={hint} type="hidden" />
    </>
  );
}

/** A signed time, or '' if it cannot be fetched; the hint is optional. */
export async function fetchSignedFormTime(): Promise<string> {
  try {
    const response = await fetch('/form-hint');
    return response.ok ? (await response.text()).slice(0, 100) : '';
  } catch {
    return '';
  }
}

/** Calls `callback` once, when an element in the form first gets the focus. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>, callback: () => void): void {
  const touched = useEffectEvent(callback);
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    function handleFocus() {
      touched();
    }
    // the form already has the focus, because this interaction loaded the scripts
    if (element.contains(document.activeElement)) {
      touched();
      return undefined;
    }
    element.addEventListener('focusin', handleFocus, { once: true });
    return () => element.removeEventListener('focusin', handleFocus);
  }, [form]);
}
