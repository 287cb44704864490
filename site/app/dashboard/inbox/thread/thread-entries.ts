import { deliveryOf, type Delivery } from './use-delivery.ts';
import type { Lead } from '../read-lead-page.ts';

/** One message of a conversation, as the thread shows it. */
export interface ThreadEntry {
  id: string;
  /** sender_type `admin`; any other is the lead. */
  fromStaff: boolean;
  text: string;
  sentAt: string;
  /** The account that wrote it. */
  authorId: string | null;
  /** It came by mail, from the lead. */
  isReceived: boolean;
  /** How it was said, of one that a colleague noted down. */
  channel: string | null;
  /** As mail; null for the first message. */
  delivery: Delivery | null;
}

/** The initial message first, then the replies oldest first. */
export function threadEntries(lead: Lead): ThreadEntry[] {
  const replies = lead.replies.map((reply) => ({
    id: reply.id,
    fromStaff: reply.sender_type === 'admin',
    text: reply.message,
    sentAt: reply.created_at,
    authorId: reply.author_id,
    isReceived: reply.sender_type !== 'admin' && reply.transport_id !== null,
    channel: reply.channel,
    delivery: deliveryOf(reply),
  }));
  if (!lead.message) return replies;
  const first = {
    id: lead.id,
    fromStaff: false,
    text: lead.message,
    sentAt: lead.created_at,
    authorId: null,
    isReceived: false,
    channel: null,
    delivery: null,
  };
  return [first, ...replies];
}
