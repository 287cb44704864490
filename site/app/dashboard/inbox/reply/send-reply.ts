// The write that sends a reply, with the check for placeholders that are still to be filled in.
import { browserClient } from '../../../data/browser-client.ts';

interface ReplyToSend {
  leadId: string;
  message: string;
}

/**
 * Makes the specification's three calls, not one transaction. A retry is safe: the database deduplicates the message
 * and maintains the count. Returns the message's id; undefined if it was deduplicated.
 */
export async function sendReply({ leadId, message }: ReplyToSend): Promise<string | undefined> {
  const database = browserClient();
  const { data: sent } = await database
    .from('lead_messages')
    .insert({ lead_id: leadId, message, sender_type: 'admin' })
    .select('id')
    .maybeSingle()
    .throwOnError();
  const { data } = await database
    .from('leads')
    .select('reply_count')
    .eq('id', leadId)
    .single()
    .throwOnError();
  await database
    .from('leads')
    .update({
      last_reply_at: new Date().toISOString(),
      reply_count: (data.reply_count ?? 0) + 1,
      status: 'contacted',
    })
    .eq('id', leadId)
    .throwOnError();
  return sent?.id;
}

/** A placeholder in the text of a canned reply, such as {{first name}}. */
export const cannedReplyPlaceholderPattern = /\{\{([^{}]*)\}\}/g;

/** The placeholders that are left in a text, as they are written, each once. */
export function findUnfilledPlaceholders(text: string): string[] {
  return [...new Set(text.match(cannedReplyPlaceholderPattern))];
}
