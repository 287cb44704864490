import { data, redirect, type RouterContextProvider } from 'react-router';
import { isKnownZone } from '../../booking/call-times.ts';
import { serverClient } from '../../data/server-client.ts';
import { checkLead } from '../../lead/check-lead.ts';
import type { LeadProblem, LeadValues } from '../../lead/lead-fields.ts';
import { readFormFields } from '../lead-form/read-form.ts';
import { readPostedFields } from '../lead-form/read-posted-fields.ts';
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

/** The action of /book. A booking redirects to its page, so that reloading books nothing twice. */
export async function receiveBooking(context: Readonly<RouterContextProvider>, request: Request) {
  const posted = await readPostedFields(request);
  if (!posted.ok) return respond({ ...nothing, failure: posted.reason, written: null }, posted.status);
  const form = readFormFields(posted.fields);
  const slot = readSlot(posted.fields);
  const written = { values: form.values, slot: slot ?? '', key: form.key, consented: form.consent !== '' };
  const checked = checkLead('proposal', form.values);
  if (!checked.ok || slot === null) {
    const problems = checked.ok ? [] : checked.problems;
    return respond({ ...nothing, problems, slotProblem: slot === null ? t.chooseTime : null, written }, 400);
  }
  const zone = readZone(posted.fields);
  // As the database reads it: a booking names no service.
  const row = { ...checked.lead, service_id: null };
  const {
    data: result,
    error,
    status,
  } = await serverClient(context, signLeadFacts(context, request, form, row)).rpc('book_consultation', {
    slot,
    fields: checked.lead,
    ...(zone !== null && { zone }),
  });
  if (error) {
    console.error(`a consultation could not be booked: ${error.code} ${error.message}`);
    const isFlood = status === 429;
    return respond({ ...nothing, failure: isFlood ? t.flood : t.failed, written }, isFlood ? 429 : 502);
  }
  const { outcome, token } = result as { outcome: 'booked' | 'held' | 'taken'; token?: string };
  if (outcome === 'taken')
    return respond({ ...nothing, slotProblem: t.taken, written: { ...written, slot: '' } }, 409);
  throw redirect(outcome === 'held' ? '/book?sent=1' : `/book/${token}?booked=1`, 303);
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

function respond(outcome: BookOutcome, status: number) {
  return data(outcome, { status });
}
