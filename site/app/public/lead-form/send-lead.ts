import type { LeadOutcome } from './read-form-state.ts';

/**
 * Sends from the browser. A broken connection or a broken server is an outcome too, never an error page: the
 * visitor's text must stay in the form.
 */
export async function sendLead(serverAction: () => Promise<unknown>): Promise<LeadOutcome> {
  try {
    return (await serverAction()) as LeadOutcome;
  } catch {
    return { outcome: 'failed', values: null };
  }
}
