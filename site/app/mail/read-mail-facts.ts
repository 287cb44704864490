import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../data/database-types.ts';
import {
  readMailConversation,
  replySignature,
  threadAddress,
  unsubscribeToken,
  type ClaimedMail,
} from './claim-mail.ts';
import type { MailToWrite } from './write-reply.ts';

/** Kinds that go to a lead, with links to their conversation and away from our list. */
const leadKinds = new Set(['reply', 'received', 'conversation-link']);

/** Kinds whose answers come into the lead's thread. */
const answerableKinds = new Set([
  ...leadKinds,
  ...['booked', 'moved', 'cancelled', 'reminder'].map((event) => `booking-${event}`),
]);

/** What its writer needs of a mail to a lead besides; nothing of one to staff. */
export async function readMailFacts(
  client: SupabaseClient<Database>,
  mail: ClaimedMail,
  replyBase: string | undefined,
): Promise<MailToWrite> {
  const isToLead = leadKinds.has(mail.kind);
  const [unsubscribe, address, signature, conversation] = await Promise.all([
    isToLead ? unsubscribeToken(client, mail.to_address ?? '') : null,
    answerableKinds.has(mail.kind) ? threadAddress(client, replyBase, mail.lead_id) : null,
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
