// The action of every lead form, contact or proposal: checks a posted lead, stores it.
import { redirect, type RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import type { LeadFormOutcome } from './form-route.ts';
import { hashLeadContent, type LeadInsert } from '../../lead/hash-lead-content.server.ts';
import { rejectionTexts } from './lead-form-texts.ts';
import {
  readLeadFormSubmission,
  type LeadFormSubmission,
  receiveVisitorForm,
} from './receive-visitor-form.ts';
import { pagePathOf, collectAndSignLeadFacts } from './collect-and-sign-lead-facts.ts';
import type { CheckedLead, LeadFormKind } from '../../lead/lead-fields.ts';
import { checkLead } from '../../lead/check-lead.ts';

export interface ReceiveLeadOptions {
  context: Readonly<RouterContextProvider>;
  request: Request;
  kind: LeadFormKind;
  /** only for proposals; the contact form omits the column */
  serviceId?: string | null;
}

interface Submitted {
  form: LeadFormSubmission;
  checked: ReturnType<typeof checkLead>;
}

function writtenIn({ values, consent }: LeadFormSubmission) {
  return { values, consented: consent !== '' };
}

/**
 * The action of both lead forms. With scripts (which a hidden field shows) it returns the outcome; without, a stored
 * lead redirects to the confirmation, so that a reload sends nothing twice.
 */
export function receiveLead({ context, request, kind, serviceId = null }: ReceiveLeadOptions) {
  return receiveVisitorForm<Submitted, CheckedLead, null, LeadFormOutcome>(context, request, {
    event: 'lead.not_stored',
    read(fields) {
      const form = readLeadFormSubmission(fields);
      return { form, checked: checkLead(kind, form.values) };
    },
    check: ({ form, checked }) =>
      checked.ok
        ? { checked: checked.lead }
        : { wrong: { outcome: 'invalid', problems: checked.problems, ...writtenIn(form) } },
    write(lead, { form }) {
      const row: LeadInsert = kind === 'contact' ? lead : { ...lead, service_id: serviceId };
      const signed = collectAndSignLeadFacts(context, request, 'lead', form, hashLeadContent(row));
      return serverClient(context, signed).from('leads').insert(row);
    },
    done(_, { form }) {
      if (form.scripted) return [{ outcome: 'sent' }, 200];
      const query = kind === 'contact' ? '?sent=1#sent' : '?proposal=&sent=1#sent';
      throw redirect(pagePathOf(request) + query, 303);
    },
    failed: (reason, submitted) => ({
      outcome: 'failed',
      ...(submitted ? writtenIn(submitted.form) : { values: null }),
      ...(reason !== null && { reason }),
    }),
    texts: { flood: rejectionTexts.flood },
  });
}
