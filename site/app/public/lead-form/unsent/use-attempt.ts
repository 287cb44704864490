import { useEffect, useEffectEvent, useRef } from 'react';
import type { LeadKind, LeadValues } from '../../../lead/lead-fields.ts';
import { nextAttempt, type Attempt } from './next-attempt.ts';
import { startResending, markSending, subscribeToResent, unmarkSending } from './send-unsent.ts';
import { deleteUnsent, saveUnsent } from './unsent-leads.ts';

export interface AttemptControls {
  /** Returns the key of the submission, and saves a copy on the device, whatever becomes of this page. */
  begin: (values: LeadValues) => string;
  /** Deletes the copy. */
  succeeded: () => void;
  /** It may have arrived or not: the copy stays, and is resent. */
  failed: () => void;
  /** The visitor has to change it: deletes the copy, the text is in the form. */
  rejected: () => void;
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
    begin(values) {
      const attempt = { ...nextAttempt(values, current.current), values };
      current.current = attempt;
      markSending(attempt.key);
      if (saveUnsent({ key: attempt.key, kind, path: location.pathname, values, since: Date.now() }))
        startResending();
      return attempt.key;
    },
    succeeded() {
      if (!current.current) return;
      const { key, replaces } = current.current;
      unmarkSending(key);
      for (const old of [...replaces, key]) deleteUnsent(old);
      current.current = null;
    },
    failed() {
      if (!current.current) return;
      unmarkSending(current.current.key);
      for (const old of current.current.replaces) deleteUnsent(old);
    },
    rejected() {
      if (!current.current) return;
      unmarkSending(current.current.key);
      deleteUnsent(current.current.key);
    },
  };
}
