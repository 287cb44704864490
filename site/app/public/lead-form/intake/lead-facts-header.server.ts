// Builds the signed request header with a lead's spam score, source, consent, hashed client address.
import { createHmac } from 'node:crypto';
import { hashLeadContent, type LeadRow } from '../../../lead/hash-lead-content.server.ts';
import type { Consent } from '../../../lead/consent.ts';
import type { SignedLeadSource } from './lead-source.server.ts';

/** What the site knows of what a visitor sends besides its content. */
export interface LeadFacts {
  /** what it is of: the database refuses a header that was made for another */
  form: string;
  /** made in the browser, one a submission; null without scripts */
  key: string | null;
  /** the page that was sent from */
  path: string;
  score: number;
  reasons: string[];
  /** the visitor's address, null when it is not known */
  address: string | null;
  source: SignedLeadSource;
  consent: Consent | null;
}

const maxPathLength = 200;

/** Signed, and bound to the form and the content of the row. The address is hashed with the key, so that the database never has it. */
export function leadFactsHeader(
  row: Partial<LeadRow>,
  facts: LeadFacts,
  headerKey: string,
): Record<string, string> {
  const payload = Buffer.from(
    JSON.stringify({
      ...facts,
      path: facts.path.slice(0, maxPathLength),
      address: facts.address === null ? null : sign(`address ${facts.address}`, headerKey).slice(0, 32),
      content: hashLeadContent(row),
    }),
  ).toString('base64');
  return { 'x-lead-facts': `${payload}.${sign(payload, headerKey)}` };
}

function sign(text: string, headerKey: string): string {
  return createHmac('sha256', headerKey).update(text).digest('hex');
}
