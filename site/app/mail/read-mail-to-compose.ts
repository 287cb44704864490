// Reads the database facts that a mail needs: lead, reply, conversation, unsubscribe link.
import type { ServerClient } from '../data/server-client.ts';
import { mailKinds, type MailKind } from '../data/mail-kinds.ts';
import type { ClaimedMail } from './claim-mail.ts';
import type { StaffDigest } from './staff-digest.ts';
import { formatReplyAddress } from './reply-address.ts';
import type { MailConversation, MailToCompose, ReplyContent } from './compose-reply.ts';

/** The token of the page that unsubscribes this address. */
async function unsubscribeToken(client: ServerClient, address: string): Promise<string> {
  const { data } = await client.rpc('unsubscribe_token', { address }).throwOnError();
  return data;
}

/**
 * The address to which the lead replies, so that the reply gets into the thread; null if no mail is received
 * (REPLY_ADDRESS).
 */
async function threadAddress(
  client: ServerClient,
  base: string | undefined,
  lead: string,
): Promise<string | null> {
  if (base === undefined) return null;
  const { data } = await client.rpc('reply_token', { lead }).throwOnError();
  return formatReplyAddress(base, data);
}

async function readConversation(
  client: ServerClient,
  lead: string,
  reply: string | null,
): Promise<MailConversation> {
  const { data } = await client
    .rpc('conversation_for_mail', { lead, ...(reply !== null && { reply }) })
    .throwOnError();
  // The result of private.conversation_messages().
  return data as unknown as MailConversation;
}

async function readLead(client: ServerClient, lead: string) {
  const { data } = await client
    .from('leads')
    .select('name, service_name')
    .eq('id', lead)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** An author without an account has neither name nor signature. */
async function readReply(client: ServerClient, lead: string, id: string): Promise<ReplyContent | null> {
  const [{ data: message }, { data: earlier }] = await Promise.all([
    client.from('lead_messages').select('message, author_id').eq('id', id).maybeSingle().throwOnError(),
    client
      .from('lead_messages')
      .select('transport_id')
      .eq('lead_id', lead)
      .neq('id', id)
      .not('transport_id', 'is', null)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(10)
      .throwOnError(),
  ]);
  if (!message) return null;
  const { data: author } = message.author_id
    ? await client
        .from('profiles')
        .select('full_name, reply_signature')
        .eq('id', message.author_id)
        .maybeSingle()
        .throwOnError()
    : { data: null };
  return {
    body: message.message,
    author: author?.full_name ?? null,
    signature: author?.reply_signature ?? null,
    earlierIds: earlier.flatMap(({ transport_id: earlierId }) => earlierId ?? []),
  };
}

async function readDigest(client: ServerClient, mail: string): Promise<StaffDigest> {
  const { data } = await client.rpc('staff_digest', { mail }).throwOnError();
  return data as unknown as StaffDigest;
}

/** Reads the further data that the composers of some kinds need; nothing for other kinds. */
export async function readMailToCompose(
  client: ServerClient,
  mail: ClaimedMail,
  kind: MailKind,
  replyBase: string | undefined,
): Promise<MailToCompose> {
  const { lead_id: lead, message_id: reply } = mail;
  // such a mail has links to the conversation and to unsubscribe
  const isToLead = mailKinds[kind] === 'lead';
  const comesIntoThread = isToLead || mailKinds[kind] === 'booker';
  const [unsubscribe, address, known, conversation, written, digest] = await Promise.all([
    isToLead ? unsubscribeToken(client, mail.to_address ?? '') : null,
    comesIntoThread && lead ? threadAddress(client, replyBase, lead) : null,
    isToLead && lead ? readLead(client, lead) : null,
    isToLead && lead ? readConversation(client, lead, reply) : null,
    lead && reply ? readReply(client, lead, reply) : null,
    kind === 'digest' ? readDigest(client, mail.id) : null,
  ]);
  return {
    ...mail,
    lead_name: known?.name ?? null,
    service_name: known?.service_name ?? null,
    unsubscribe_token: unsubscribe,
    reply_address: address,
    conversation,
    reply: written,
    digest,
  };
}
