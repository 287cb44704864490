import { data, redirect, type RouterContextProvider } from 'react-router';
import { backendContext } from '../../data/backend-context.ts';
import { serverClient } from '../../data/server-client.ts';
import { visitorContext } from '../../data/visitor-context.ts';
import type { LeadOutcome } from './read-form-state.ts';
import { readHintAge } from './intake/form-hint.server.ts';
import { readLeadSource } from './intake/lead-source.server.ts';
import { scoreForm } from './intake/score-form.ts';
import type { LeadRow } from '../../lead/hash-lead-content.server.ts';
import { leadFactsHeader } from './intake/lead-facts-header.server.ts';
import { rejectionTexts } from './rejection-texts.ts';
import { readForm, type ReadForm } from './read-form.ts';
import type { LeadKind } from '../../lead/lead-fields.ts';
import { checkLead } from '../../lead/check-lead.ts';
import { readConsent } from '../../lead/consent.ts';

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
  const client = serverClient(context, factsHeaderOf(context, request, form, row));
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

/** Never one that names a host. With scripts the router posts to it with `.data` at the end. */
function pagePathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '').replace(/^\/+/, '/');
}

/** A lead without the signed header is stored all the same, so no error here may stop one. */
function factsHeaderOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { key, honeypot, hint, visit, consent }: Extract<ReadForm, { ok: true }>,
  row: LeadRow,
): Record<string, string> {
  try {
    const { headerKey, previousHeaderKey, agency } = context.get(backendContext);
    const headerKeys = previousHeaderKey ? [headerKey, previousHeaderKey.value] : [headerKey];
    const { address } = context.get(visitorContext);
    const scored = scoreForm({ honeypot, ageMs: readHintAge(hint, headerKeys, Date.now()) });
    const path = pagePathOf(request);
    const source = readLeadSource(visit, request, path);
    const facts = {
      key,
      path,
      address,
      source,
      consent: readConsent(consent, agency.last().agency),
      ...scored,
    };
    return leadFactsHeader(row, facts, headerKey);
  } catch (error) {
    console.error('a lead travels without what the site knows of it:', error);
    return {};
  }
}

function respond(outcome: LeadOutcome, status: number) {
  return data(outcome, { status });
}
