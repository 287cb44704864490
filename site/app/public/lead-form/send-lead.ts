import type { LeadOutcome } from './read-form-state.ts';

/** A failed request is an outcome, never an error page: the visitor's text must stay in the form. */
export async function sendLead(serverAction: () => Promise<unknown>): Promise<LeadOutcome> {
  try {
    return (await serverAction()) as LeadOutcome;
  } catch {
    return { outcome: 'failed', values: null };
  }
}
