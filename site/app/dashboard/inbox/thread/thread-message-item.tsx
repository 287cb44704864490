// One message of a thread.
import { ReplyDeliveryLine, replyDeliveryOf, type ReplyDelivery } from './reply-delivery-line.tsx';
import { MutedTime } from '../../screen/shown-times.tsx';
import type { Lead } from '../read-leads-page.ts';
import { ReplyAuthorLabel } from './reply-author-label.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import styles from './thread.module.css';
import { lazyComponent } from '../../../ui/lazy-component.ts';

function renderText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {text}
    </p>
  );
}

// Loaded lazily, because most threads have no mail.
const MailInThread = lazyComponent(() => import('../received/mail-in-thread.tsx'), renderText);

function channelText(channel: string): string {
  const { channels } = inboxTexts.thread;
  return channel in channels ? channels[channel as keyof typeof channels] : channels.other;
}

/** One message of a conversation, as the thread shows it. */
export interface ThreadMessage {
  id: string;
  /** Whether sender_type is `admin`; any other type is the lead. */
  fromStaff: boolean;
  text: string;
  sentAt: string;
  /** The account of the author. */
  authorId: string | null;
  /** Whether it arrived by mail from the lead. */
  isReceived: boolean;
  /** The channel of a message that a colleague logged. */
  channel: string | null;
  /** The state as mail; null for the first message. */
  delivery: ReplyDelivery | null;
}

export function ThreadMessageItem({ message, lead }: { message: ThreadMessage; lead: Lead }) {
  const { name } = lead;
  return (
    <li className={styles.entry} data-from={message.fromStaff ? 'staff' : 'lead'}>
      <p className={styles.head}>
        <strong>
          <bdi>{message.fromStaff ? inboxTexts.thread.you : name}</bdi>
        </strong>{' '}
        <span>
          {message.fromStaff && message.authorId !== null && <ReplyAuthorLabel authorId={message.authorId} />}
        </span>{' '}
        <span className="small muted">{message.channel !== null && channelText(message.channel)}</span>{' '}
        <MutedTime timestamp={message.sentAt} withTime />
      </p>
      {message.isReceived ? (
        <MailInThread lead={lead} messageId={message.id} text={message.text} />
      ) : (
        renderText(message)
      )}
      {message.delivery && (
        <ReplyDeliveryLine known={message.delivery} leadName={name} messageId={message.id} />
      )}
    </li>
  );
}

/** The initial message first, then the replies oldest first. */
export function threadMessagesOf(lead: Lead): ThreadMessage[] {
  const replies = lead.replies.map((reply) => ({
    id: reply.id,
    fromStaff: reply.sender_type === 'admin',
    text: reply.message,
    sentAt: reply.created_at,
    authorId: reply.author_id,
    isReceived: reply.sender_type !== 'admin' && reply.transport_id !== null,
    channel: reply.channel,
    delivery: replyDeliveryOf(reply),
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
