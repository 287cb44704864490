import { useRef, type RefObject } from 'react';
import { fetchHint } from './fetch-hint.ts';
import { hiddenFields } from './hidden-fields.ts';
import { useFirstTouch } from './use-first-touch.ts';

interface FormSignsProps {
  form: RefObject<HTMLFormElement | null>;
  /** of the submission, so that it is stored once */
  submissionKey: string;
}

/** What a form without scripts of its own says of itself: which submission it is, and with scripts when it was first touched. */
export function FormSigns({ form, submissionKey }: FormSignsProps) {
  const hint = useRef<HTMLInputElement>(null);
  async function fillHint() {
    const fetched = await fetchHint();
    if (hint.current) hint.current.value = fetched;
  }
  useFirstTouch(form, () => void fillHint());
  return (
    <>
      <input name={hiddenFields.key} type="hidden" value={submissionKey} />
      <input name={hiddenFields.hint} ref={hint} type="hidden" />
    </>
  );
}
