import type { Outcome } from './claim-mail.ts';

interface Failure {
  permanent?: boolean;
  code?: string;
  responseCode?: number;
  cause?: Failure;
}

const unreachable = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ENOTFOUND',
]);

/** What went wrong, in words for staff, and whether another try is worth it. Never what the server said of a person. */
export function explainFailure(error: unknown): Outcome {
  const { permanent = false, cause } = error as Failure;
  const { code = '', responseCode } = permanent && cause ? cause : (error as Failure);
  const said = responseCode === undefined ? '' : ` (${responseCode})`;
  if (code === 'bad_address') {
    return { outcome: 'refused', problem: 'No mail can go to this address. Reach them another way.' };
  }
  if (permanent) {
    return {
      outcome: 'refused',
      problem: `The mail server refused this message or its address${said}. Check the address.`,
    };
  }
  if (code === 'ETLS') return { outcome: 'later', problem: 'The mail server offers no safe connection.' };
  if (code === 'EAUTH') return { outcome: 'later', problem: `The mail server refused our login${said}.` };
  if (responseCode !== undefined)
    return { outcome: 'later', problem: `The mail server asks to come again later${said}.` };
  if (unreachable.has(code)) return { outcome: 'later', problem: 'The mail server cannot be reached.' };
  return { outcome: 'later', problem: 'The mail could not be handed over.' };
}
