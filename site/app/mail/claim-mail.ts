import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, Json } from '../data/database-types.ts';
import type { EarlierMessage } from './quote-thread.ts';
import { replyAddress } from './reply-address.ts';

/** A mail under our lease. `kind` names its writer (start-outbox.ts); what it needs is in columns or in `details`. */
export interface ClaimedMail {
  id: string;
  lease: string;
  kind: string;
  to_address: string | null;
  lead_count: number | null;
  message_id: string | null;
  lead_id: string | null;
  lead_name: string | null;
  body: string | null;
  service_name: string | null;
  author_name: string | null;
  /** Message-IDs of the conversation's former mails, newest first. */
  earlier_ids: string[];
  /** of a report of a barrier, for a colleague or, as an acknowledgement, for who wrote it */
  report_id: string | null;
  details: Json;
}

/** Of the page where this address says that it wants no more mail. */
export async function unsubscribeToken(client: Client, address: string): Promise<string> {
  const { data } = await client.rpc('unsubscribe_token', { address }).throwOnError();
  return data;
}

/** Where an answer to this lead comes into its thread; null where no mail comes in (REPLY_ADDRESS). */
export async function threadAddress(
  client: Client,
  base: string | undefined,
  lead: string | null,
): Promise<string | null> {
  if (base === undefined || lead === null) return null;
  const { data } = await client.rpc('reply_token', { lead }).throwOnError();
  return replyAddress(base, data);
}

/** What the colleague who wrote this reply has put under their name; one without an account has nothing. */
export async function replySignature(client: Client, messageId: string): Promise<string | null> {
  const { data: message } = await client
    .from('lead_messages')
    .select('author_id')
    .eq('id', messageId)
    .maybeSingle()
    .throwOnError();
  if (!message?.author_id) return null;
  const { data: profile } = await client
    .from('profiles')
    .select('reply_signature')
    .eq('id', message.author_id)
    .maybeSingle()
    .throwOnError();
  return profile?.reply_signature ?? null;
}

export interface MailConversation {
  /** of the lead's page */
  token: string;
  /** before this reply, newest first; none but for a reply */
  earlier: readonly EarlierMessage[];
}

export async function readMailConversation(
  client: Client,
  { lead_id: lead, message_id: reply }: ClaimedMail,
): Promise<MailConversation> {
  const { data } = await client
    .rpc('conversation_for_mail', { lead: lead ?? '', ...(reply !== null && { reply }) })
    .throwOnError();
  // As private.conversation_messages() writes it.
  return data as unknown as MailConversation;
}

/** `recorded`: written to a file. `refused`: permanent failure. `later`: retry. */
export type Outcome =
  | { outcome: 'sent' | 'recorded'; transportId: string }
  | { outcome: 'refused' | 'later'; problem: string };

type Client = SupabaseClient<Database>;

/** Longer than sending any message may take. */
const leaseSeconds = 120;

/** Claims at most `limit` due messages. Needs the secret key. */
export async function claimMail(client: Client, limit: number): Promise<ClaimedMail[]> {
  const { data } = await client
    .rpc('claim_mail', { most: limit, lease_seconds: leaseSeconds })
    .throwOnError();
  return data;
}

export async function reportMail(client: Client, mail: ClaimedMail, result: Outcome): Promise<void> {
  const details = 'problem' in result ? { problem: result.problem } : { transport_id: result.transportId };
  await client
    .rpc('report_mail', { mail: mail.id, claim: mail.lease, outcome: result.outcome, ...details })
    .throwOnError();
}
