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

/** The problem for staff, and whether to retry. Without the server's text, which may name a person. */
export function explainFailure(error: unknown): Outcome {
  const { permanent = false, cause } = error as Failure;
  const { code = '', responseCode } = permanent && cause ? cause : (error as Failure);
  const statusText = responseCode === undefined ? '' : ` (${responseCode})`;
  if (code === 'bad_address') {
    return { outcome: 'refused', problem: "This address can't receive email. Reach them another way." };
  }
  if (permanent) {
    return {
      outcome: 'refused',
      problem: `The mail server refused this message or its address${statusText}. Check the address.`,
    };
  }
  if (code === 'ETLS') return { outcome: 'later', problem: 'The mail server has no secure connection.' };
  if (code === 'EAUTH')
    return { outcome: 'later', problem: `The mail server refused our sign-in${statusText}.` };
  if (responseCode !== undefined)
    return { outcome: 'later', problem: `The mail server asked us to try again later${statusText}.` };
  if (unreachable.has(code)) return { outcome: 'later', problem: "We couldn't reach the mail server." };
  return { outcome: 'later', problem: "The mail server didn't accept this email." };
}
