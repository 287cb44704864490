// Parts that all routes with a lead form share.
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { LeadFieldProblem, LeadValues } from '../../lead/lead-fields.ts';

export type LeadFormOutcome =
  | { outcome: 'sent' }
  | { outcome: 'invalid'; problems: LeadFieldProblem[]; values: LeadValues; consented?: boolean }
  /** caused by the server or the network */
  | { outcome: 'failed'; values: LeadValues | null; consented?: boolean; reason?: string };

/** For routes with a lead form. A failed request is an outcome, no error page, so that the text stays in the form. */
export async function clientAction({
  serverAction,
}: {
  serverAction: () => Promise<unknown>;
}): Promise<LeadFormOutcome> {
  try {
    return (await serverAction()) as LeadFormOutcome;
  } catch {
    return { outcome: 'failed', values: null };
  }
}

/** A submission changes no data of the page, and a reload could lose the form's input. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

/** Derived only from the URL, so that the page can be cached. */
export interface LeadFormUrlState {
  /** `?proposal`: the proposal form is in the page */
  inPage: boolean;
  /** `?sent=1`: the confirmation is shown */
  sent: boolean;
}

export function readLeadFormUrlState(request: Request): LeadFormUrlState {
  const query = new URL(request.url).searchParams;
  return { inPage: query.has('proposal'), sent: query.get('sent') === '1' };
}
