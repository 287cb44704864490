// The mutation that sends a reply, with the check for placeholders that are still to be filled in.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { rolesQueryKey } from '../../../auth/session/roles.ts';
import { leadsQueryKey } from '../leads-cache.ts';

export interface ReplyToSend {
  leadId: string;
  message: string;
}

/**
 * Makes the specification's three calls, not one transaction. A retry is safe: the database deduplicates the message
 * and maintains the count. Returns the message's id; undefined if it was deduplicated.
 */
async function sendReply({ leadId, message }: ReplyToSend): Promise<string | undefined> {
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

/** Sends one reply; the lists are refetched afterwards, also after a partial failure. */
export function useSendReply(callbacks: {
  onSent: (reply: ReplyToSend, id: string | undefined) => void;
  onFailed: (error: Error) => void;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: sendReply,
    onSuccess: (id, reply) => callbacks.onSent(reply, id),
    onError(error) {
      callbacks.onFailed(error);
      // The reply may have failed because the role of the account has changed.
      void queries.invalidateQueries({ queryKey: rolesQueryKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsQueryKey });
    },
  });
}

/** A placeholder in the text of a canned reply, such as {{first name}}. */
export const cannedReplyPlaceholderPattern = /\{\{([^{}]*)\}\}/g;

/** The placeholders that are left in a text, as they are written, each once. */
export function findUnfilledPlaceholders(text: string): string[] {
  return [...new Set(text.match(cannedReplyPlaceholderPattern))];
}
