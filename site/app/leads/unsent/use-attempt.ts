import { useEffect, useEffectEvent, useRef } from 'react';
import type { LeadKind, LeadValues } from '../schema.ts';
import { nextAttempt, type Attempt } from './attempt.ts';
import { keepSending, onUnsentSent } from './send-unsent.ts';
import { forgetUnsent, keepUnsent } from './unsent-leads.ts';

export interface AttemptControls {
  /** A submission begins; answers its key. */
  begin: (values: LeadValues) => string;
  /** It has arrived: nothing of it stays on the device. */
  arrived: () => void;
  /** Nobody knows whether it arrived: a copy stays on the device and is sent later. */
  keepCopy: () => void;
}

/**
 * What a form is trying to send. `onSentLater` is called when the copy of it was sent without the form, with the
 * values that were sent.
 */
export function useAttempt(kind: LeadKind, onSentLater: (values: LeadValues) => void): AttemptControls {
  const current = useRef<(Attempt & { values: LeadValues; path: string }) | null>(null);

  const hearSent = useEffectEvent((key: string) => {
    if (current.current?.key !== key) return;
    const { values } = current.current;
    current.current = null;
    onSentLater(values);
  });
  useEffect(() => onUnsentSent((key) => hearSent(key)), []);

  return {
    begin(values) {
      current.current = { ...nextAttempt(values, current.current), values, path: location.pathname };
      return current.current.key;
    },
    arrived() {
      if (!current.current) return;
      for (const key of [...current.current.replaces, current.current.key]) forgetUnsent(key);
      current.current = null;
    },
    keepCopy() {
      if (!current.current) return;
      const { key, replaces, values, path } = current.current;
      if (!keepUnsent({ key, kind, path, values, since: Date.now() })) return;
      for (const old of replaces) forgetUnsent(old);
      keepSending();
    },
  };
}
