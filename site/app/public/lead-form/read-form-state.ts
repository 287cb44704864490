import type { LeadProblem, LeadValues } from '../../lead/lead-fields.ts';

export type LeadOutcome =
  | { outcome: 'sent' }
  | { outcome: 'invalid'; problems: LeadProblem[]; values: LeadValues; consented?: boolean }
  /** not the visitor's fault */
  | { outcome: 'failed'; values: LeadValues | null; consented?: boolean; reason?: string };

/** From the address alone, so that the page can be cached. */
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
