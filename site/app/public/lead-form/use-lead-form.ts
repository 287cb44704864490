import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useFetcher } from 'react-router';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import type { LeadOutcome } from './read-form-state.ts';
import { hiddenFields, readLeadExtras } from './hidden-fields.ts';
import { leadTexts } from '../../lead/lead-texts.ts';
import { leadFieldNames, readLeadValues, type LeadKind, type LeadProblem } from '../../lead/lead-fields.ts';
import { leadFormTexts } from './lead-form-texts.ts';
import { loadCheck, loadedCheck } from './load-check.ts';
import type { LeadCheck } from '../../lead/check-lead.ts';
import { useAttempt } from './unsent/use-attempt.ts';
import { useFirstTouch } from './use-first-touch.ts';
import { fetchHint } from './fetch-hint.ts';

export interface LeadFormControls {
  form: RefObject<HTMLFormElement | null>;
  problems: readonly LeadProblem[];
  isBusy: boolean;
  /** why the last attempt failed, for the page */
  failure: string | null;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

const none: readonly LeadProblem[] = [];

/** `initialOutcome` is of a post without scripts; `onSent` is what the page does besides the toast. */
export function useLeadForm(
  kind: LeadKind,
  initialOutcome: LeadOutcome | undefined,
  onSent: () => void,
): LeadFormControls {
  const fetcher = useFetcher<LeadOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const outcome = fetcher.data ?? initialOutcome;
  // the failed outcome whose copy was resent since
  const [resent, setResent] = useState<LeadOutcome>();
  const attempt = useAttempt(kind, (sent) => {
    setResent(outcome);
    const written = form.current && readLeadValues(new FormData(form.current));
    // the visitor may be writing something else by now
    if (!written || leadFieldNames.some((field) => written[field] !== sent[field])) return;
    form.current?.reset();
    onSent();
  });
  const hint = useRef('');
  useFirstTouch(form, () => {
    void loadCheck().catch(() => {});
    void fetchHint().then((fetched) => (hint.current = fetched));
  });
  // of the browser's own check, until the server returns a newer outcome
  const [checked, setChecked] = useState({ against: outcome, problems: problemsOf(outcome) });
  const isCurrent = checked.against === outcome;
  const problems = isCurrent ? checked.problems : problemsOf(outcome);
  const isBusy = fetcher.state !== 'idle';

  const handleOutcome = useEffectEvent((result: LeadOutcome) => {
    attempt.end(result);
    if (result.outcome === 'invalid') showProblems(kind, form.current, result.problems);
    else if (result.outcome === 'failed') {
      toastError({ title: leadFormTexts.failed, description: reasonOf(kind, result), form: kind });
    } else {
      form.current?.reset();
      const { sentTitle, sent } = leadTexts.submission[kind];
      toastSuccess({ title: sentTitle, description: sent, form: kind });
      onSent();
    }
  });

  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data) handleOutcome(fetcher.data);
  }, [fetcher.state, fetcher.data]);

  const isBad = problems.length > 0;
  useEffect(() => {
    const title = document.title;
    if (!isBad || title.startsWith(leadFormTexts.titleWithProblems(''))) return undefined;
    document.title = leadFormTexts.titleWithProblems(title);
    return () => {
      document.title = title;
    };
  }, [isBad]);

  /** Sends without the rules when they are not loaded: the server has them too, and waiting can lose a lead. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const fields = new FormData(element);
    const check = loadedCheck();
    if (check) {
      applyCheck(element, fields, check(kind, readLeadValues(fields)));
      return;
    }
    requireFields(element);
    if (element.checkValidity()) send(element, fields);
    else {
      void loadCheck().then(
        (loaded) => applyCheck(element, fields, loaded(kind, readLeadValues(fields))),
        () => element.reportValidity(),
      );
    }
  }

  function applyCheck(element: HTMLFormElement, fields: FormData, result: LeadCheck) {
    // the summary is there before it takes the focus
    flushSync(() => setChecked({ against: outcome, problems: result.ok ? none : result.problems }));
    if (result.ok) send(element, fields);
    else showProblems(kind, element, result.problems);
  }

  function send(element: HTMLFormElement, fields: FormData) {
    fields.set(hiddenFields.scripted, 'yes');
    fields.set(hiddenFields.key, attempt.begin(readLeadValues(fields), readLeadExtras(fields)));
    fields.set(hiddenFields.hint, hint.current);
    focusAfterRender(element, '[data-form-status]');
    void fetcher.submit(fields, { method: 'post', action: location.pathname });
  }

  const isFailed = outcome?.outcome === 'failed' && outcome !== resent && !isBusy && !isBad;
  const failure = isFailed ? reasonOf(kind, outcome) : null;
  return { form, problems, isBusy, failure, submit };
}

/** For the browser's own rules, which hold an empty form where ours are not loaded. */
function requireFields(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('[aria-required]')) field.required = true;
}

function problemsOf(result: LeadOutcome | undefined): readonly LeadProblem[] {
  return result?.outcome === 'invalid' ? result.problems : none;
}

function reasonOf(kind: LeadKind, { reason }: { reason?: string }): string {
  return reason ?? leadTexts.submission[kind].failed;
}

/** The toast has the first rule, the summary an instruction for every field. */
function showProblems(kind: LeadKind, form: HTMLFormElement | null, problems: readonly LeadProblem[]): void {
  const description = problems[0]?.message;
  toastError({ title: leadFormTexts.invalid, description, form: kind });
  focusAfterRender(form, '[data-form-summary]');
}

function focusAfterRender(form: HTMLFormElement | null, selector: string): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus());
}
