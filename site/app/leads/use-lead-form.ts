import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useFetcher } from 'react-router';
import { toast } from '../ui/toast.tsx';
import type { LeadOutcome } from './form-state.ts';
import { leadWords } from './lead-words.ts';
import { checkLead, leadFields, type LeadKind, type LeadProblem, type LeadValues } from './schema.ts';

export interface LeadFormControls {
  form: RefObject<HTMLFormElement | null>;
  problems: LeadProblem[];
  isBusy: boolean;
  /** how many were sent from here: a new round begins with empty fields */
  round: number;
  /** why the last attempt failed, said in the page as well as in the toast */
  failure: string | null;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

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
  const [found, setFound] = useState<LeadProblem[]>(served?.outcome === 'invalid' ? served.problems : []);
  const [failure, setFailure] = useState<string | null>(failureOf(kind, served));
  const [round, setRound] = useState(0);
  const settled = useRef<LeadOutcome | undefined>(undefined);
  const finish = useEffectEvent(onSent);

  useEffect(() => {
    const result = fetcher.data;
    if (fetcher.state !== 'idle' || !result || settled.current === result) return;
    settled.current = result;
    setFound(result.outcome === 'invalid' ? result.problems : []);
    setFailure(failureOf(kind, result));
    if (result.outcome === 'invalid') tellProblems(form.current, result.problems);
    else if (result.outcome === 'failed')
      toast({ title: 'Error', description: failureOf(kind, result) ?? '', variant: 'destructive' });
    else {
      setRound((count) => count + 1);
      toast({ title: leadWords[kind].sentTitle, description: leadWords[kind].sent, variant: 'success' });
      finish();
    }
  }, [fetcher.state, fetcher.data, kind]);

  const isBad = found.length > 0;
  useEffect(() => {
    const title = document.title;
    if (!isBad || title.startsWith('Error: ')) return undefined;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [isBad]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const checked = checkLead(kind, valuesOf(fields));
    setFailure(null);
    setFound(checked.ok ? [] : checked.problems);
    if (!checked.ok) {
      tellProblems(event.currentTarget, checked.problems);
      return;
    }
    fields.set('scripted', 'yes');
    focusLater(event.currentTarget, '[data-form-status]');
    void fetcher.submit(fields, { method: 'post', action: location.pathname });
  }

  return { form, problems: found, isBusy: fetcher.state !== 'idle', round, failure, submit };
}

function valuesOf(fields: FormData): LeadValues {
  return Object.fromEntries(
    leadFields.map((field) => [field, String(fields.get(field) ?? '')]),
  ) as LeadValues;
}

function failureOf(kind: LeadKind, result: LeadOutcome | undefined): string | null {
  return result?.outcome === 'failed' ? (result.reason ?? leadWords[kind].failed) : null;
}

/** The toast says the first rule; the summary, which takes the focus, says how to mend every field. */
function tellProblems(form: HTMLFormElement | null, problems: readonly LeadProblem[]): void {
  toast({ title: 'Validation Error', description: problems[0]?.message, variant: 'destructive' });
  focusLater(form, '[data-form-summary]');
}

/** After React has drawn what is to be focused. */
function focusLater(form: HTMLFormElement | null, selector: string): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus());
}
