import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useFetcher } from 'react-router';
import { toast } from '../../ui/toast.tsx';
import type { LeadOutcome } from './read-form-state.ts';
import { hiddenFields } from './hidden-fields.ts';
import { submissionTexts } from '../../lead/lead-texts.ts';
import { leadFieldNames, readLeadValues, type LeadKind, type LeadProblem } from '../../lead/lead-fields.ts';
import { loadCheck, loadedCheck } from './load-check.ts';
import type { LeadCheck } from '../../lead/check-lead.ts';
import { useAttempt } from './unsent/use-attempt.ts';
import { useFirstTouch } from './use-first-touch.ts';
import { useFormHint } from './use-form-hint.ts';

export interface LeadFormControls {
  form: RefObject<HTMLFormElement | null>;
  problems: readonly LeadProblem[];
  isBusy: boolean;
  /** why the last attempt failed, said in the page as well as in the toast */
  failure: string | null;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

const none: readonly LeadProblem[] = [];

/**
 * A lead form with scripts: the same rules before sending, toasts, busy state, reset. `served` is what a post
 * without scripts was answered with, `onSent` what the page does beyond the toast.
 */
export function useLeadForm(
  kind: LeadKind,
  served: LeadOutcome | undefined,
  onSent: () => void,
): LeadFormControls {
  const fetcher = useFetcher<LeadOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const answered = fetcher.data ?? served;
  // a failure that is none any more: the copy on the device was sent
  const [settled, setSettled] = useState<LeadOutcome>();
  const attempt = useAttempt(kind, (sent) => {
    setSettled(answered);
    const written = form.current && readLeadValues(new FormData(form.current));
    // the visitor may be writing something else by now
    if (!written || leadFieldNames.some((field) => written[field] !== sent[field])) return;
    form.current?.reset();
    onSent();
  });
  const readHint = useFormHint(form);
  useFirstTouch(form, () => void loadCheck().catch(() => {}));
  // what the browser itself found, until the server has answered something newer
  const [checked, setChecked] = useState({ against: answered, problems: problemsOf(answered) });
  const isCurrent = checked.against === answered;
  const problems = isCurrent ? checked.problems : problemsOf(answered);
  const isBusy = fetcher.state !== 'idle';

  const tell = useEffectEvent((result: LeadOutcome) => {
    if (result.outcome === 'invalid') {
      attempt.refused();
      showProblems(kind, form.current, result.problems);
    } else if (result.outcome === 'failed') {
      // what was refused with a reason needs the visitor; anything else may still arrive later, by itself
      if (result.reason === undefined) attempt.failed();
      else attempt.refused();
      toast({ title: 'Error', description: reasonOf(kind, result), variant: 'destructive', form: kind });
    } else {
      attempt.arrived();
      form.current?.reset();
      const { sentTitle, sent } = submissionTexts[kind];
      toast({ title: sentTitle, description: sent, variant: 'success', form: kind });
      onSent();
    }
  });

  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data) tell(fetcher.data);
  }, [fetcher.state, fetcher.data]);

  const isBad = problems.length > 0;
  useEffect(() => {
    const title = document.title;
    if (!isBad || title.startsWith('Error: ')) return undefined;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [isBad]);

  /** Never waits for the rules with something that can be sent: the server has them too, and waiting can lose it. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const fields = new FormData(element);
    const check = loadedCheck();
    if (check) judge(element, fields, check(kind, readLeadValues(fields)));
    else if (element.checkValidity()) send(element, fields);
    else {
      void loadCheck().then(
        (loaded) => judge(element, fields, loaded(kind, readLeadValues(fields))),
        () => element.reportValidity(),
      );
    }
  }

  function judge(element: HTMLFormElement, fields: FormData, result: LeadCheck) {
    setChecked({ against: answered, problems: result.ok ? none : result.problems });
    if (result.ok) send(element, fields);
    else showProblems(kind, element, result.problems);
  }

  function send(element: HTMLFormElement, fields: FormData) {
    fields.set(hiddenFields.scripted, 'yes');
    fields.set(hiddenFields.key, attempt.begin(readLeadValues(fields)));
    fields.set(hiddenFields.hint, readHint());
    focusLater(element, '[data-form-status]');
    void fetcher.submit(fields, { method: 'post', action: location.pathname });
  }

  const isFailed = answered?.outcome === 'failed' && answered !== settled && !isBusy && !isBad;
  const failure = isFailed ? reasonOf(kind, answered) : null;
  return { form, problems, isBusy, failure, submit };
}

function problemsOf(result: LeadOutcome | undefined): readonly LeadProblem[] {
  return result?.outcome === 'invalid' ? result.problems : none;
}

function reasonOf(kind: LeadKind, { reason }: { reason?: string }): string {
  return reason ?? submissionTexts[kind].failed;
}

/** The toast says the first rule; the summary, which takes the focus, says how to mend every field. */
function showProblems(kind: LeadKind, form: HTMLFormElement | null, problems: readonly LeadProblem[]): void {
  const description = problems[0]?.message;
  toast({ title: 'Validation Error', description, variant: 'destructive', form: kind });
  focusLater(form, '[data-form-summary]');
}

/** After React has drawn what is to be focused. */
function focusLater(form: HTMLFormElement | null, selector: string): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus());
}
