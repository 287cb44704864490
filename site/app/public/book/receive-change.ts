import { redirect, type RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import { receiveForm } from '../lead-form/receive-form.ts';
import { bookTexts } from './book-texts.ts';
import { readSlot } from './receive-booking.ts';

const t = bookTexts.booking;

/** `done` is moved or cancelled; else `failure` says why not. */
export interface ChangeOutcome {
  done?: 'moved' | 'cancelled';
  failure: string | null;
}

/** The action of a booking's page: the button that was pressed says what to do. Called twice it is once. */
export function receiveChange(context: Readonly<RouterContextProvider>, request: Request, token: string) {
  const client = serverClient(context);
  return receiveForm<URLSearchParams, string | null, string, ChangeOutcome>(context, request, {
    event: 'booking.not_changed',
    read: (fields) => fields,
    /** null to cancel */
    check(fields) {
      const slot = readSlot(fields);
      if (fields.get('change') === 'cancel') return { checked: null };
      return slot === null ? { wrong: { failure: t.choose } } : { checked: slot };
    },
    write: (slot) =>
      slot === null
        ? client.rpc('cancel_consultation', { token })
        : client.rpc('move_consultation', { token, slot }),
    done(outcome) {
      if (outcome === 'moved' || outcome === 'cancelled') return [{ done: outcome, failure: null }, 200];
      if (outcome === 'taken') return [{ failure: t.taken }, 409];
      // The page shows what became of it.
      throw redirect(`/book/${encodeURIComponent(token)}`, 303);
    },
    failed: (failure) => ({ failure }),
    texts: { failed: t.failed },
  });
}
