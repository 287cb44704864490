// The state of a lead form in the browser.
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { useFetcher } from 'react-router';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import type { LeadFormOutcome } from './form-route.ts';
import { hiddenFieldNames, readVisitAndConsent, type VisitAndConsent } from './hidden-field-names.ts';
import { leadTexts } from '../../lead/lead-texts.ts';
import {
  leadFieldNames,
  readLeadValues,
  type LeadFormKind,
  type LeadFieldProblem,
  type LeadValues,
} from '../../lead/lead-fields.ts';
import { leadFormTexts } from './lead-form-texts.ts';
import type { LeadCheckResult, checkLead } from '../../lead/check-lead.ts';
import { useFirstFocus, fetchSignedFormTime } from './hidden-submission-fields.tsx';
import {
  startResendingLeads,
  markLeadSending,
  subscribeToResentLeads,
  unmarkLeadSending,
  deleteUnsentLead,
  saveUnsentLead,
} from './unsent-leads.ts';
import { randomId } from '../../ui/random-id.ts';

const none: readonly LeadFieldProblem[] = [];

/** `initialOutcome` is that of a post without scripts; `onSent` is called in addition to the toast. */
export function useLeadForm(
  kind: LeadFormKind,
  initialOutcome: LeadFormOutcome | undefined,
  onSent: (email: string) => void,
) {
  const fetcher = useFetcher<LeadFormOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const outcome = fetcher.data ?? initialOutcome;
  // the failed outcome whose stored copy was sent later
  const [resent, setResent] = useState<LeadFormOutcome>();
  const attempt = useAttempt(kind, (sent) => {
    setResent(outcome);
    const written = form.current && readLeadValues(new FormData(form.current));
    // the visitor may have typed something else since
    if (!written || leadFieldNames.some((field) => written[field] !== sent[field])) return;
    form.current?.reset();
    onSent(sent.email.trim());
  });
  const hint = useRef('');
  useFirstFocus(form, () => {
    void loadCheck().catch(() => {});
    void fetchSignedFormTime().then((fetched) => (hint.current = fetched));
  });
  // problems found in the browser, until the server returns a newer outcome
  const [checked, setChecked] = useState({ against: outcome, problems: problemsOf(outcome) });
  const isCurrent = checked.against === outcome;
  const problems = isCurrent ? checked.problems : problemsOf(outcome);
  const isBusy = fetcher.state !== 'idle';

  const handleOutcome = useEffectEvent((result: LeadFormOutcome) => {
    const sentValues = attempt.end(result);
    if (result.outcome === 'invalid') showProblems(kind, form.current, result.problems);
    else if (result.outcome === 'failed') {
      toastError({ title: leadFormTexts.failed, description: reasonOf(kind, result), form: kind });
      focusAfterRender(form.current, '[data-form-summary]');
    } else {
      form.current?.reset();
      const { sentTitle, sent } = leadTexts.submission[kind];
      toastSuccess({ title: sentTitle, description: sent, form: kind });
      onSent(sentValues?.email.trim() ?? '');
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

  /**
   * Checks and sends the form. Sends it unchecked if the rules are not loaded: the server checks it too, and waiting
   * could lose a lead.
   */
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

  function applyCheck(element: HTMLFormElement, fields: FormData, result: LeadCheckResult) {
    // the summary must be rendered before it can get the focus
    flushSync(() => setChecked({ against: outcome, problems: result.ok ? none : result.problems }));
    if (result.ok) send(element, fields);
    else showProblems(kind, element, result.problems);
  }

  function send(element: HTMLFormElement, fields: FormData) {
    fields.set(hiddenFieldNames.scripted, 'yes');
    fields.set(hiddenFieldNames.key, attempt.begin(readLeadValues(fields), readVisitAndConsent(fields)));
    fields.set(hiddenFieldNames.hint, hint.current);
    focusAfterRender(element, '[data-form-status]');
    void fetcher.submit(fields, { method: 'post', action: location.pathname });
  }

  const isFailed = outcome?.outcome === 'failed' && outcome !== resent && !isBusy && !isBad;
  // why the last attempt failed; for a failed connection the toast is enough, because the form shows a note about the stored copy
  const isExplained = isFailed && (outcome !== fetcher.data || outcome.reason !== undefined);
  const failure = isExplained ? reasonOf(kind, outcome) : null;
  return { form, problems, isBusy, failure, submit };
}

/** Uses the browser's own checks, which stop an empty form if our rules are not loaded. */
function requireFields(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('[aria-required]')) field.required = true;
}

function problemsOf(result: LeadFormOutcome | undefined): readonly LeadFieldProblem[] {
  return result?.outcome === 'invalid' ? result.problems : none;
}

function reasonOf(kind: LeadFormKind, { reason }: { reason?: string }): string {
  return reason ?? leadTexts.submission[kind].failed;
}

/** Shows the first problem in a toast. Moves the focus to the invalid field, or to the summary if there are several. */
function showProblems(
  kind: LeadFormKind,
  form: HTMLFormElement | null,
  problems: readonly LeadFieldProblem[],
): void {
  const description = problems[0]?.message;
  toastError({ title: leadFormTexts.invalid, description, form: kind });
  focusAfterRender(form, problems.length > 1 ? '[data-form-summary]' : '[aria-invalid=true]');
}

function focusAfterRender(form: HTMLFormElement | null, selector: string): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus());
}

type Check = typeof checkLead;

let check: Check | null = null;

/** Loads the rules, a tenth of all scripts, only if a form is used. Rejects offline; a later call retries. */
async function loadCheck(): Promise<Check> {
  check ??= (await import('../../lead/check-lead.ts')).checkLead;
  return check;
}

/** The rules; null until they are loaded. */
function loadedCheck(): Check | null {
  return check;
}

/** One submission of a form; its key belongs to its content. */
interface Attempt {
  key: string;
  content: string;
  /** keys of earlier attempts that this one replaces, because the visitor changed the text and sent it again */
  replaces: readonly string[];
}

/** `onResent` gets the values of a copy that was sent without the form. */
function useAttempt(kind: LeadFormKind, onResent: (values: LeadValues) => void) {
  const current = useRef<(Attempt & { values: LeadValues }) | null>(null);

  const handleResent = useEffectEvent((key: string) => {
    if (current.current?.key !== key) return;
    const { values } = current.current;
    current.current = null;
    onResent(values);
  });
  useEffect(() => {
    const unsubscribe = subscribeToResentLeads((key) => handleResent(key));
    return () => {
      unsubscribe();
      // the form was removed before the response, so the stored copy may be sent without it
      if (current.current) unmarkLeadSending(current.current.key);
    };
  }, []);

  return {
    /** Returns the key of the submission, and stores a copy on the device, in case the page is closed. */
    begin(values: LeadValues, extras: VisitAndConsent): string {
      const attempt = { ...reuseOrCreateLeadAttempt(values, current.current), values };
      current.current = attempt;
      markLeadSending(attempt.key);
      const path = location.pathname;
      if (saveUnsentLead({ key: attempt.key, kind, path, values, extras, since: Date.now() }))
        startResendingLeads();
      return attempt.key;
    },
    /** Deletes the copies that the outcome makes superfluous. Returns what was sent. */
    end(outcome: LeadFormOutcome): LeadValues | undefined {
      if (!current.current) return undefined;
      const { key, replaces, values } = current.current;
      unmarkLeadSending(key);
      for (const superfluous of superfluousOf(outcome, key, replaces)) deleteUnsentLead(superfluous);
      if (outcome.outcome === 'sent') current.current = null;
      return values;
    },
  };
}

function superfluousOf(
  outcome: LeadFormOutcome,
  key: string,
  replaces: readonly string[],
): readonly string[] {
  if (outcome.outcome === 'sent') return [...replaces, key];
  // the lead may have arrived or not, so its copy is kept and sent again
  if (outcome.outcome === 'failed' && outcome.reason === undefined) return replaces;
  // the visitor has to change the text, which is still in the form
  return [key];
}

/** The last attempt if the values are still the same, otherwise a new attempt. */
export function reuseOrCreateLeadAttempt(values: LeadValues, last: Attempt | null): Attempt {
  const content = JSON.stringify(Object.entries(values).sort());
  if (last?.content === content) return last;
  return { key: randomId(), content, replaces: last ? [...last.replaces, last.key] : [] };
}
