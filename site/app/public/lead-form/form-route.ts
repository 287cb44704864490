// What all routes with a lead form have in common.
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { LeadProblem, LeadValues } from '../../lead/lead-fields.ts';

/** Of the routes with a lead form. A failed request is an outcome, no error page: the text must stay in the form. */
export async function clientAction({
  serverAction,
}: {
  serverAction: () => Promise<unknown>;
}): Promise<LeadOutcome> {
  try {
    return (await serverAction()) as LeadOutcome;
  } catch {
    return { outcome: 'failed', values: null };
  }
}

/** A submission changes nothing on the page; a reload could lose the form. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export type LeadOutcome =
  | { outcome: 'sent' }
  | { outcome: 'invalid'; problems: LeadProblem[]; values: LeadValues; consented?: boolean }
  /** not the visitor's fault */
  | { outcome: 'failed'; values: LeadValues | null; consented?: boolean; reason?: string };

/** From the address alone, so that the page can be cached. */
export interface LeadFormState {
  /** `?proposal`: the proposal form is in the page */
  inPage: boolean;
  /** `?sent=1`: the confirmation */
  sent: boolean;
}

export function readFormState(request: Request): LeadFormState {
  const query = new URL(request.url).searchParams;
  return { inPage: query.has('proposal'), sent: query.get('sent') === '1' };
}
