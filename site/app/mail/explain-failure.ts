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
    return { outcome: 'refused', problem: "This address can't receive email. Reach them another way." };
  }
  if (permanent) {
    return {
      outcome: 'refused',
      problem: `The mail server refused this message or its address${said}. Check the address.`,
    };
  }
  if (code === 'ETLS') return { outcome: 'later', problem: 'The mail server has no secure connection.' };
  if (code === 'EAUTH') return { outcome: 'later', problem: `The mail server refused our sign-in${said}.` };
  if (responseCode !== undefined)
    return { outcome: 'later', problem: `The mail server asked us to try again later${said}.` };
  if (unreachable.has(code)) return { outcome: 'later', problem: "We couldn't reach the mail server." };
  return { outcome: 'later', problem: "The mail server didn't accept this email." };
}
