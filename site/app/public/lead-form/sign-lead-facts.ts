import type { RouterContextProvider } from 'react-router';
import { backendContext } from '../../data/backend-context.ts';
import { logContext } from '../../data/log-context.ts';
import { visitorContext } from '../../data/visitor-context.ts';
import { readConsent } from '../../lead/consent.ts';
import type { LeadRow } from '../../lead/hash-lead-content.server.ts';
import { readHintAge } from './intake/form-hint.server.ts';
import { leadFactsHeader } from './intake/lead-facts-header.server.ts';
import { readLeadSource } from './intake/lead-source.server.ts';
import { scoreForm } from './intake/score-form.ts';
import type { FormFields } from './read-form.ts';

/** Never one that names a host. With scripts the router posts to it with `.data` at the end. */
export function pagePathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '').replace(/^\/+/, '/');
}

/** A lead without the signed header is stored all the same, so no error here may stop one. */
export function signLeadFacts(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: string,
  { key, honeypot, hint, visit, consent }: FormFields,
  row: Partial<LeadRow>,
): Record<string, string> {
  try {
    const { headerKey, previousHeaderKey, agency } = context.get(backendContext);
    const headerKeys = previousHeaderKey ? [headerKey, previousHeaderKey.value] : [headerKey];
    const { address } = context.get(visitorContext);
    const scored = scoreForm({ honeypot, ageMs: readHintAge(hint, headerKeys, Date.now()) });
    const path = pagePathOf(request);
    const source = readLeadSource(visit, request, path);
    const facts = {
      form,
      key,
      path,
      address,
      source,
      consent: readConsent(consent, agency.last().agency),
      ...scored,
    };
    return leadFactsHeader(row, facts, headerKey);
  } catch (error) {
    context.get(logContext)('lead_facts.not_signed', error);
    return {};
  }
}
