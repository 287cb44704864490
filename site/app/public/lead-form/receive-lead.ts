import { data, redirect, type RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import type { LeadOutcome } from './read-form-state.ts';
import type { LeadRow } from '../../lead/hash-lead-content.server.ts';
import { rejectionTexts } from './rejection-texts.ts';
import { readForm } from './read-form.ts';
import { pagePathOf, signLeadFacts } from './sign-lead-facts.ts';
import type { LeadKind } from '../../lead/lead-fields.ts';
import { checkLead } from '../../lead/check-lead.ts';

export interface LeadSubmission {
  context: Readonly<RouterContextProvider>;
  request: Request;
  kind: LeadKind;
  /** only proposals carry one; the contact form omits the column */
  serviceId?: string | null;
}

/**
 * The action of both lead forms. With scripts (a hidden field says so) it returns the outcome; without, it redirects a
 * stored lead to the confirmation, so that reloading sends nothing twice.
 */
export async function receiveLead({ context, request, kind, serviceId = null }: LeadSubmission) {
  const form = await readForm(request);
  if (!form.ok) return respond({ outcome: 'failed', values: null, reason: form.reason }, form.status);
  const checked = checkLead(kind, form.values);
  const written = { values: form.values, consented: form.consent !== '' };
  if (!checked.ok) return respond({ outcome: 'invalid', problems: checked.problems, ...written }, 400);
  const row: LeadRow = kind === 'contact' ? checked.lead : { ...checked.lead, service_id: serviceId };
  const pathname = pagePathOf(request);
  const client = serverClient(context, signLeadFacts(context, request, form, row));
  const { error, status } = await client.from('leads').insert(row);
  if (error) {
    console.error(`a lead could not be stored: ${error.code} ${error.message}`);
    const isFlood = status === 429;
    return respond(
      { outcome: 'failed', ...written, ...(isFlood ? { reason: rejectionTexts.flood } : {}) },
      isFlood ? 429 : 502,
    );
  }
  if (form.scripted) return respond({ outcome: 'sent' }, 200);
  throw redirect(kind === 'contact' ? `${pathname}?sent=1#sent` : `${pathname}?proposal=&sent=1#sent`, 303);
}

function respond(outcome: LeadOutcome, status: number) {
  return data(outcome, { status });
}
