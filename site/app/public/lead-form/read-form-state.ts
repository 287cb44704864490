import type { LeadProblem, LeadValues } from '../../lead/lead-fields.ts';

/** What came of a submission; the page or the toast tells the visitor. */
export type LeadOutcome =
  | { outcome: 'sent' }
  | { outcome: 'invalid'; problems: LeadProblem[]; values: LeadValues }
  /** not the visitor's fault: the text stays where it was */
  | { outcome: 'failed'; values: LeadValues | null; reason?: string };

/** How a page without scripts shows the form: from the address alone, so that the page can be kept in a cache. */
export interface FormState {
  /** `?proposal`: the proposal form stands in the page */
  inPage: boolean;
  /** `?sent=1`: the confirmation */
  sent: boolean;
}

export function readFormState(request: Request): FormState {
  const query = new URL(request.url).searchParams;
  return { inPage: query.has('proposal'), sent: query.get('sent') === '1' };
}
