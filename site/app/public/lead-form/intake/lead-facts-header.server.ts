import { createHmac } from 'node:crypto';
import type { MarketingConsent } from '../../../lead/consent.ts';
import type { LeadTrafficSource } from './lead-traffic-source.server.ts';

/** Facts about a submission. */
export interface LeadSubmissionFacts {
  /** the kind of form: the database refuses a header that was made for another */
  form: string;
  /** the hash of what was submitted */
  content: string;
  /** created in the browser, one per submission; null without scripts */
  key: string | null;
  /** the path of the page that sent it */
  path: string;
  score: number;
  reasons: string[];
  /** the visitor's address; null if unknown */
  address: string | null;
  source: LeadTrafficSource;
  consent: MarketingConsent | null;
}

const maxPathLength = 200;

/**
 * Signed, and bound to the form and the content. The address is hashed with the key, so that the database never contains
 * it.
 */
export function createLeadFactsHeader(facts: LeadSubmissionFacts, headerKey: string): Record<string, string> {
  const payload = Buffer.from(
    JSON.stringify({
      ...facts,
      path: facts.path.slice(0, maxPathLength),
      address: facts.address === null ? null : sign(`address ${facts.address}`, headerKey).slice(0, 32),
    }),
  ).toString('base64');
  return { 'x-lead-facts': `${payload}.${sign(payload, headerKey)}` };
}

function sign(text: string, headerKey: string): string {
  return createHmac('sha256', headerKey).update(text).digest('hex');
}
