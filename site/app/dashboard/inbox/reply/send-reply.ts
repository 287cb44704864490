// The write that sends a reply, with the check for placeholders that are still to be filled in.
import { browserClient } from '../../../data/browser-client.ts';
import type { LeadMessageRow } from '../read-leads-page.ts';

interface ReplyToSend {
  leadId: string;
  message: string;
  /** the newest message of the thread that the author has seen */
  seen: string | undefined;
  /** the account that replies */
  author: string;
}

/**
 * Makes the specification's three calls, not one transaction. A retry is safe: the database deduplicates the message
 * and maintains the count. Returns the message's id; undefined if it was deduplicated. If a colleague has replied since
 * `seen`, the database stores nothing and it throws ColleagueRepliedError.
 */
export async function sendReply({ leadId, message, seen, author }: ReplyToSend): Promise<string | undefined> {
  const database = browserClient();
  const { data: sent, error } = await database
    .from('lead_messages')
    .insert({ lead_id: leadId, message, sender_type: 'admin' })
    .select('id')
    .setHeader('x-seen-message', seen ?? leadId)
    .maybeSingle();
  if (error?.details === 'colleague_replied')
    throw new ColleagueRepliedError(error.message, await readNewestReplyOfOthers(leadId, author));
  if (error) throw error;
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

export class ColleagueRepliedError extends Error {
  readonly theirs: LeadMessageRow;

  constructor(message: string, theirs: LeadMessageRow) {
    super(message);
    this.theirs = theirs;
  }
}

async function readNewestReplyOfOthers(leadId: string, author: string): Promise<LeadMessageRow> {
  const { data } = await browserClient()
    .from('lead_messages')
    .select('*')
    .eq('lead_id', leadId)
    .eq('sender_type', 'admin')
    .neq('author_id', author)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  return data;
}

/** A placeholder in the text of a canned reply, such as {{first name}}. */
export const cannedReplyPlaceholderPattern = /\{\{([^{}]*)\}\}/g;

/** The placeholders that are left in a text, as they are written, each once. */
export function findUnfilledPlaceholders(text: string): string[] {
  return [...new Set(text.match(cannedReplyPlaceholderPattern))];
}
