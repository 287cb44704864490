import { data, redirect } from 'react-router';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database-types.ts';
import type { LeadOutcome } from './form-state.ts';
import { readForm } from './read-form.ts';
import { checkLead, type CheckedLead, type LeadKind } from './schema.ts';

export interface LeadSubmission {
  client: SupabaseClient<Database>;
  request: Request;
  kind: LeadKind;
  /** only proposals carry one; the contact form omits the column */
  serviceId?: string | null;
}

/**
 * The action of both lead forms. With scripts (the form says so itself) the outcome is returned; without, a lead
 * that was taken in is answered with 303 to the confirmation, so that reloading sends nothing twice.
 */
export async function receiveLead({ client, request, kind, serviceId = null }: LeadSubmission) {
  const form = await readForm(request);
  if (!form.ok) return answer({ outcome: 'failed', values: null, reason: form.reason }, form.status);
  const checked = checkLead(kind, form.values);
  if (!checked.ok)
    return answer({ outcome: 'invalid', problems: checked.problems, values: form.values }, 400);
  const { error } = await client.from('leads').insert(rowOf(kind, checked.lead, serviceId));
  if (error) {
    console.error(`a lead could not be stored: ${error.code} ${error.message}`);
    return answer({ outcome: 'failed', values: form.values }, 502);
  }
  if (form.scripted) return answer({ outcome: 'sent' }, 200);
  const { pathname } = new URL(request.url);
  throw redirect(kind === 'contact' ? `${pathname}?sent=1#sent` : `${pathname}?proposal=&sent=1#sent`, 303);
}

function rowOf(
  kind: LeadKind,
  { name, email, company, phone, message }: CheckedLead,
  serviceId: string | null,
) {
  const row = { name, email, company, phone, message };
  return kind === 'contact' ? row : { ...row, service_id: serviceId };
}

function answer(outcome: LeadOutcome, status: number) {
  return data(outcome, { status });
}
