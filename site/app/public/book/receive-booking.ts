import { redirect, type RouterContextProvider } from 'react-router';
import { isKnownZone } from '../../booking/call-times.ts';
import { serverClient } from '../../data/server-client.ts';
import { checkLead } from '../../lead/check-lead.ts';
import type { CheckedLead, LeadProblem, LeadValues } from '../../lead/lead-fields.ts';
import { readFormFields, type FormFields } from '../lead-form/read-form.ts';
import { receiveForm } from '../lead-form/receive-form.ts';
import { signLeadFacts } from '../lead-form/sign-lead-facts.ts';
import { bookTexts as t } from './book-texts.ts';

/** Why nothing was booked, with what was typed. */
export interface BookOutcome {
  problems: LeadProblem[];
  /** of the choice of a time */
  slotProblem: string | null;
  failure: string | null;
  written: { values: LeadValues; slot: string; key: string | null; consented: boolean } | null;
}

const nothing = { problems: [], slotProblem: null, failure: null };

interface Wanted {
  form: FormFields;
  checked: ReturnType<typeof checkLead>;
  slot: string | null;
  zone: string | null;
}

function writtenIn({ form, slot }: Wanted): NonNullable<BookOutcome['written']> {
  return { values: form.values, slot: slot ?? '', key: form.key, consented: form.consent !== '' };
}

/** The action of /book. A booking redirects to its page, so that reloading books nothing twice. */
export function receiveBooking(context: Readonly<RouterContextProvider>, request: Request) {
  return receiveForm<Wanted, { lead: CheckedLead; slot: string }, unknown, BookOutcome>(context, request, {
    event: 'booking.not_stored',
    read(fields) {
      const form = readFormFields(fields);
      const checked = checkLead('proposal', form.values);
      return { form, checked, slot: readSlot(fields), zone: readZone(fields) };
    },
    check(wanted) {
      const { checked, slot } = wanted;
      if (checked.ok && slot !== null) return { checked: { lead: checked.lead, slot } };
      const problems = checked.ok ? [] : checked.problems;
      const slotProblem = slot === null ? t.chooseTime : null;
      return { wrong: { ...nothing, problems, slotProblem, written: writtenIn(wanted) } };
    },
    write({ lead: fields, slot }, { form, zone }) {
      // As the database reads it: a booking names no service.
      const signed = signLeadFacts(context, request, 'booking', form, { ...fields, service_id: null });
      const booking = { slot, fields, ...(zone !== null && { zone }) };
      return serverClient(context, signed).rpc('book_consultation', booking);
    },
    done(result, wanted) {
      const { outcome, token } = result as { outcome: 'booked' | 'held' | 'taken'; token?: string };
      if (outcome === 'taken')
        return [{ ...nothing, slotProblem: t.taken, written: { ...writtenIn(wanted), slot: '' } }, 409];
      throw redirect(outcome === 'held' ? '/book?sent=1' : `/book/${token}?booked=1`, 303);
    },
    failed: (failure, wanted) => ({ ...nothing, failure, written: wanted && writtenIn(wanted) }),
    texts: t,
  });
}

/** In the form of the list; null where none was chosen. */
export function readSlot(fields: URLSearchParams): string | null {
  const moment = Date.parse(fields.get('slot') ?? '');
  const slot = Number.isNaN(moment) ? '' : new Date(moment).toISOString();
  // Of other years it has a sign, which the database does not read.
  return /^\d/.test(slot) ? slot : null;
}

function readZone(fields: URLSearchParams): string | null {
  const zone = fields.get('zone') ?? '';
  return zone.length <= 60 && isKnownZone(zone) ? zone : null;
}
