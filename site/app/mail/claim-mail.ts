import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database-types.ts';

/**
 * Mail that is ours until the lease lapses: a reply has `body`, a notice of new leads
 * `lead_count`, and one without either tells that a recovery code was used.
 */
export interface ClaimedMail {
  id: string;
  lease: string;
  to_address: string | null;
  lead_count: number | null;
  message_id: string | null;
  lead_id: string | null;
  lead_name: string | null;
  body: string | null;
  service_name: string | null;
  author_name: string | null;
  /** Message-IDs of what was sent before in this conversation, newest first. */
  earlier_ids: string[];
}

/** How it went: `recorded` is kept as a file, `refused` will never do, `later` is worth another try. */
export type Outcome =
  | { outcome: 'sent' | 'recorded'; transportId: string }
  | { outcome: 'refused' | 'later'; problem: string };

type Client = SupabaseClient<Database>;

/** Longer than any message may take to send. */
const leaseSeconds = 120;

/** Takes at most `most` messages that are due. Only the secret key may. */
export async function claimMail(client: Client, most: number): Promise<ClaimedMail[]> {
  const { data } = await client.rpc('claim_mail', { most, lease_seconds: leaseSeconds }).throwOnError();
  return data;
}

/** Writes down what became of a claimed message. */
export async function reportMail(client: Client, mail: ClaimedMail, how: Outcome): Promise<void> {
  const told = 'problem' in how ? { problem: how.problem } : { transport_id: how.transportId };
  await client
    .rpc('report_mail', { mail: mail.id, claim: mail.lease, outcome: how.outcome, ...told })
    .throwOnError();
}
