import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { rolesKey } from '../../auth/session/roles.ts';
import { leadsKey } from './leads-key.ts';
import type { MessageRow } from './read-threads.ts';

export interface Reply {
  leadId: string;
  message: string;
  author: string;
  /** The messages that were there when it was begun; null sends it whatever has come since. */
  known: ReadonlySet<string> | null;
}

/** A colleague has replied since this reply was begun; nothing was sent. */
export class RepliedSince extends Error {
  readonly theirs: MessageRow;
  constructor(theirs: MessageRow) {
    super('a colleague has replied');
    this.theirs = theirs;
  }
}

/** Null also where it cannot be read: then sending says why. */
async function readReplySince({ leadId, author, known }: Reply): Promise<MessageRow | null> {
  if (known === null) return null;
  const { data } = await browserClient()
    .from('lead_messages')
    .select('*')
    .eq('lead_id', leadId)
    .eq('sender_type', 'admin')
    .neq('author_id', author)
    .order('created_at', { ascending: false })
    .limit(1)
    .retry(false);
  const [newest] = data ?? [];
  return newest === undefined || known.has(newest.id) ? null : newest;
}

/** The spec's three calls, not one transaction. A retry is safe: the database deduplicates the message and keeps the count. */
async function sendReply(reply: Reply): Promise<void> {
  const theirs = await readReplySince(reply);
  if (theirs) throw new RepliedSince(theirs);
  const { leadId, message } = reply;
  const database = browserClient();
  await database
    .from('lead_messages')
    .insert({ lead_id: leadId, message, sender_type: 'admin' })
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
}

/** Sends one reply; the lists are refetched afterwards, also after a partial failure. */
export function useSendReply(callbacks: {
  onSent: (reply: Reply) => void;
  onFailed: (error: Error) => void;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: sendReply,
    onSuccess: (_, reply) => callbacks.onSent(reply),
    onError(error) {
      if (error instanceof RepliedSince) return;
      callbacks.onFailed(error);
      // The role may have changed.
      void queries.invalidateQueries({ queryKey: rolesKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
