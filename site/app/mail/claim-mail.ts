// Claims mails of the queue; reports their outcome.
import type { Json } from '../data/database-types.ts';
import type { ServerClient } from '../data/server-client.ts';
import { mailTexts } from './mail-texts.ts';

/** A mail under our lease. `kind` determines its composer (create-outbox-sender.ts), which reads further data if needed. */
export interface ClaimedMail {
  id: string;
  lease: string;
  kind: string;
  to_address: string | null;
  /** the lead that it goes to, or that it is about */
  lead_id: string | null;
  /** for a reply */
  message_id: string | null;
  /** for the acknowledgement of an accessibility report */
  report_id: string | null;
  details: Json;
}

/** `recorded`: written to a file. `refused`: permanent failure. `later`: retry. */
export type MailOutcome =
  | { outcome: 'sent' | 'recorded'; transportId: string }
  | { outcome: 'refused' | 'later'; problem: string };

/** Must be longer than sending a message can take. */
const leaseSeconds = 120;

/** Claims at most `limit` due messages. Needs the secret key. */
export async function claimOutboxMail(client: ServerClient, limit: number): Promise<ClaimedMail[]> {
  const { data } = await client
    .rpc('claim_mail', { most: limit, lease_seconds: leaseSeconds })
    .throwOnError();
  return data;
}

export async function reportMailOutcome(
  client: ServerClient,
  mail: ClaimedMail,
  result: MailOutcome,
): Promise<void> {
  const details = 'problem' in result ? { problem: result.problem } : { transport_id: result.transportId };
  await client
    .rpc('report_mail', { mail: mail.id, claim: mail.lease, outcome: result.outcome, ...details })
    .throwOnError();
}

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

/** The problem for staff, and whether to retry. Without the server's text, which may contain personal data. */
export function toMailOutcome(error: unknown): MailOutcome {
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
