import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { LeadOutcome } from './read-form-state.ts';

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
