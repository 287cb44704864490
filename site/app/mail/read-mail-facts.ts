import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database-types.ts';
import { mailKinds, type MailKind } from '../data/mail-kinds.ts';
import {
  readMailConversation,
  replySignature,
  threadAddress,
  unsubscribeToken,
  type ClaimedMail,
} from './claim-mail.ts';
import type { MailToWrite } from './write-reply.ts';

/** What its writer needs of a mail to a lead besides; nothing of one to staff. */
export async function readMailFacts(
  client: SupabaseClient<Database>,
  mail: ClaimedMail,
  kind: MailKind,
  replyBase: string | undefined,
): Promise<MailToWrite> {
  const isToLead = mailKinds[kind] === 'lead';
  const comesIntoThread = isToLead || mailKinds[kind] === 'booker';
  const [unsubscribe, address, signature, conversation] = await Promise.all([
    isToLead ? unsubscribeToken(client, mail.to_address ?? '') : null,
    comesIntoThread ? threadAddress(client, replyBase, mail.lead_id) : null,
    mail.message_id ? replySignature(client, mail.message_id) : null,
    isToLead ? readMailConversation(client, mail) : null,
  ]);
  return {
    ...mail,
    unsubscribe_token: unsubscribe,
    reply_address: address,
    author_signature: signature,
    conversation,
  };
}
