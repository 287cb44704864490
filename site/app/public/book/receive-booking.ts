// Handles posted forms of the consultation pages.
import { redirect, type RouterContextProvider } from 'react-router';
import { isKnownTimeZone } from '../../booking/call-times.ts';
import { serverClient } from '../../data/server-client.ts';
import { checkLead } from '../../lead/check-lead.ts';
import { hashLeadContent } from '../../lead/hash-lead-content.server.ts';
import type { CheckedLead, LeadFieldProblem, LeadValues } from '../../lead/lead-fields.ts';
import {
  readLeadFormSubmission,
  type LeadFormSubmission,
  receiveVisitorForm,
} from '../lead-form/receive-visitor-form.ts';
import { collectAndSignLeadFacts } from '../lead-form/collect-and-sign-lead-facts.ts';
import { bookTexts as t } from './book-texts.ts';

/** Why nothing was booked, with the typed values. */
export interface BookingFailure {
  problems: LeadFieldProblem[];
  /** the problem of the chosen time */
  slotProblem: string | null;
  failure: string | null;
  written: {
    values: LeadValues;
    chosen: { day: string; slot: string };
    key: string | null;
    consented: boolean;
  } | null;
}

const nothing = { problems: [], slotProblem: null, failure: null };

interface Wanted {
  form: LeadFormSubmission;
  checked: ReturnType<typeof checkLead>;
  day: string;
  slot: string | null;
  zone: string | null;
}

function writtenIn({ form, day, slot }: Wanted): NonNullable<BookingFailure['written']> {
  const chosen = { day, slot: slot ?? '' };
  return { values: form.values, chosen, key: form.key, consented: form.consent !== '' };
}

/** The action of /book. A booking redirects to its page, so that a reload does not book again. */
export function receiveBooking(context: Readonly<RouterContextProvider>, request: Request) {
  return receiveVisitorForm<Wanted, { lead: CheckedLead; slot: string }, unknown, BookingFailure>(
    context,
    request,
    {
      event: 'booking.not_stored',
      read(fields) {
        const form = readLeadFormSubmission(fields);
        const checked = checkLead('proposal', form.values);
        return { form, checked, day: readDay(fields), slot: readSlot(fields), zone: readZone(fields) };
      },
      check(wanted) {
        const { checked, slot } = wanted;
        if (checked.ok && slot !== null) return { checked: { lead: checked.lead, slot } };
        const problems = checked.ok ? [] : checked.problems;
        const slotProblem = slot === null ? t.chooseTime : null;
        return { wrong: { ...nothing, problems, slotProblem, written: writtenIn(wanted) } };
      },
      write({ lead: fields, slot }, { form, zone }) {
        // The database computes the same hash; a booking has no service.
        const content = hashLeadContent({ ...fields, service_id: null });
        const signed = collectAndSignLeadFacts(context, request, 'booking', form, content);
        const booking = { slot, fields, ...(zone !== null && { zone }) };
        return serverClient(context, signed).rpc('book_consultation', booking);
      },
      done(result, wanted) {
        const { outcome, token } = result as { outcome: 'booked' | 'held' | 'taken'; token?: string };
        if (outcome === 'taken') return [{ ...nothing, failure: t.taken, written: writtenIn(wanted) }, 409];
        throw redirect(outcome === 'held' ? '/book?sent=1' : `/book/${token}?booked=1`, 303);
      },
      failed: (failure, wanted) => ({ ...nothing, failure, written: wanted && writtenIn(wanted) }),
      texts: t,
    },
  );
}

function readDay(fields: URLSearchParams): string {
  return fields.get('day') ?? '';
}

/** The selected time in the format of the list; null if no time of the selected day was selected. */
function readSlot(fields: URLSearchParams): string | null {
  const moment = Date.parse(fields.get(`slot-${readDay(fields)}`) ?? '');
  const slot = Number.isNaN(moment) ? '' : new Date(moment).toISOString();
  // Years outside 0 to 9999 are written with a sign, which the database does not accept.
  return /^\d/.test(slot) ? slot : null;
}

function readZone(fields: URLSearchParams): string | null {
  const zone = fields.get('zone') ?? '';
  return zone.length <= 60 && isKnownTimeZone(zone) ? zone : null;
}

/** `done` is moved or cancelled; otherwise `failure` is the reason. */
interface ChangeOutcome {
  done?: 'moved' | 'cancelled';
  failure: string | null;
}

/** A new time, with the zone of the visitor's browser if it is known. */
interface Move {
  slot: string;
  zone?: string;
}

/** The action of a booking's page: the pressed button determines what to do. Repeats have no further effect. */
export function receiveBookingChange(
  context: Readonly<RouterContextProvider>,
  request: Request,
  token: string,
) {
  const client = serverClient(context);
  return receiveVisitorForm<URLSearchParams, Move | null, string, ChangeOutcome>(context, request, {
    event: 'booking.not_changed',
    read: (fields) => fields,
    /** `checked` is null to cancel the call. */
    check(fields) {
      const slot = readSlot(fields);
      if (fields.get('change') === 'cancel') return { checked: null };
      if (slot === null) return { wrong: { failure: t.booking.choose } };
      const zone = readZone(fields);
      return { checked: { slot, ...(zone !== null && { zone }) } };
    },
    write: (move) =>
      move === null
        ? client.rpc('cancel_consultation', { token })
        : client.rpc('move_consultation', { token, ...move }),
    done(outcome) {
      if (outcome === 'moved' || outcome === 'cancelled') return [{ done: outcome, failure: null }, 200];
      if (outcome === 'taken') return [{ failure: t.booking.taken }, 409];
      // The page shows the outcome.
      throw redirect(`/book/${encodeURIComponent(token)}`, 303);
    },
    failed: (failure) => ({ failure }),
    texts: { failed: t.booking.failed },
  });
}
