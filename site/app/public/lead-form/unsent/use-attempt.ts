import { useEffect, useEffectEvent, useRef } from 'react';
import type { LeadKind, LeadValues } from '../../../lead/lead-fields.ts';
import { nextAttempt, type Attempt } from './next-attempt.ts';
import { startResending, markSending, subscribeToResent, unmarkSending } from './send-unsent.ts';
import { deleteUnsent, saveUnsent } from './unsent-leads.ts';

export interface AttemptControls {
  /** A submission begins; answers its key. From now on a copy is on the device, whatever becomes of this page. */
  begin: (values: LeadValues) => string;
  /** It has arrived: nothing of it stays on the device. */
  arrived: () => void;
  /** Nobody knows whether it arrived: the copy stays, and is sent later. */
  failed: () => void;
  /** It was answered, and needs the visitor: the text is in the form, the copy goes. */
  refused: () => void;
}

/**
 * What a form is trying to send. `onSentLater` is called when the copy of it was sent without the form, with the
 * values that were sent.
 */
export function useAttempt(kind: LeadKind, onSentLater: (values: LeadValues) => void): AttemptControls {
  const current = useRef<(Attempt & { values: LeadValues }) | null>(null);

  const hearSent = useEffectEvent((key: string) => {
    if (current.current?.key !== key) return;
    const { values } = current.current;
    current.current = null;
    onSentLater(values);
  });
  useEffect(() => {
    const forget = subscribeToResent((key) => hearSent(key));
    return () => {
      forget();
      // the form is gone before its answer came: the copy is sent without it
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
    arrived() {
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
    refused() {
      if (!current.current) return;
      unmarkSending(current.current.key);
      deleteUnsent(current.current.key);
    },
  };
}
