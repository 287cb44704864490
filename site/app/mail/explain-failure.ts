import type { Outcome } from './claim-mail.ts';
import { mailTexts } from './mail-texts.ts';

const { failures } = mailTexts;

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
  if (code === 'bad_address') return { outcome: 'refused', problem: failures.badAddress };
  if (permanent) return { outcome: 'refused', problem: failures.refused(responseCode) };
  return { outcome: 'later', problem: temporaryProblem(code, responseCode) };
}

function temporaryProblem(code: string, responseCode: number | undefined): string {
  if (code === 'ETLS') return failures.insecure;
  if (code === 'EAUTH') return failures.signIn(responseCode);
  if (responseCode !== undefined)
    return responseCode < 500 ? failures.later(responseCode) : failures.unwilling(responseCode);
  return unreachable.has(code) ? failures.unreachable : failures.unknown;
}
