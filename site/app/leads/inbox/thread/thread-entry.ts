import type { Lead } from '../read-lead-page.ts';

/** One message of a conversation, as the thread shows it. */
export interface ThreadEntry {
  id: string;
  /** `admin` is us; any other sender is the lead. */
  fromStaff: boolean;
  text: string;
  sentAt: string;
  /** The account that wrote it, where one did. */
  authorId: string | null;
}

/** The initial message first, then the replies oldest first. */
export function entriesOf(lead: Lead): ThreadEntry[] {
  const replies = lead.replies.map(({ id, sender_type, message, created_at, author_id }) => ({
    id,
    fromStaff: sender_type === 'admin',
    text: message,
    sentAt: created_at,
    authorId: author_id,
  }));
  if (!lead.message) return replies;
  const first = {
    id: lead.id,
    fromStaff: false,
    text: lead.message,
    sentAt: lead.created_at,
    authorId: null,
  };
  return [first, ...replies];
}
