import { useEffect, useEffectEvent, useRef } from 'react';
import type { LeadKind, LeadValues } from '../../../lead/lead-fields.ts';
import type { LeadOutcome } from '../read-form-state.ts';
import { startResending, markSending, subscribeToResent, unmarkSending } from './send-unsent.ts';
import { deleteUnsent, saveUnsent, type LeadExtras } from './unsent-leads.ts';
import { randomId } from '../../../ui/random-id.ts';

export interface AttemptControls {
  /** Returns the key of the submission, and saves a copy on the device, whatever becomes of this page. */
  begin: (values: LeadValues, extras: LeadExtras) => string;
  /** Deletes the copies that the outcome makes superfluous. */
  end: (outcome: LeadOutcome) => void;
}

/** `onResent` gets the values of a copy that was sent without the form. */
export function useAttempt(kind: LeadKind, onResent: (values: LeadValues) => void): AttemptControls {
  const current = useRef<(Attempt & { values: LeadValues }) | null>(null);

  const handleResent = useEffectEvent((key: string) => {
    if (current.current?.key !== key) return;
    const { values } = current.current;
    current.current = null;
    onResent(values);
  });
  useEffect(() => {
    const unsubscribe = subscribeToResent((key) => handleResent(key));
    return () => {
      unsubscribe();
      // unmounted before the response: the copy is sent without the form
      if (current.current) unmarkSending(current.current.key);
    };
  }, []);

  return {
    begin(values, extras) {
      const attempt = { ...nextAttempt(values, current.current), values };
      current.current = attempt;
      markSending(attempt.key);
      const path = location.pathname;
      if (saveUnsent({ key: attempt.key, kind, path, values, extras, since: Date.now() })) startResending();
      return attempt.key;
    },
    end(outcome) {
      if (!current.current) return;
      const { key, replaces } = current.current;
      unmarkSending(key);
      for (const superfluous of superfluousOf(outcome, key, replaces)) deleteUnsent(superfluous);
      if (outcome.outcome === 'sent') current.current = null;
    },
  };
}

function superfluousOf(outcome: LeadOutcome, key: string, replaces: readonly string[]): readonly string[] {
  if (outcome.outcome === 'sent') return [...replaces, key];
  // it may have arrived or not: the copy stays, and is resent
  if (outcome.outcome === 'failed' && outcome.reason === undefined) return replaces;
  // the visitor has to change it, and has the text in the form
  return [key];
}

/** One submission of a form: its key belongs to its content. */
interface Attempt {
  key: string;
  content: string;
  /** keys of earlier attempts of this form that this one replaces: the visitor changed the text and sent again */
  replaces: readonly string[];
}

/** The last attempt when nothing has changed since, else a new one. */
export function nextAttempt(values: LeadValues, last: Attempt | null): Attempt {
  const content = JSON.stringify(Object.entries(values).sort());
  if (last?.content === content) return last;
  return { key: randomId(), content, replaces: last ? [...last.replaces, last.key] : [] };
}
