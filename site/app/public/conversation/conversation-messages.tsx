import { useAgency } from '../../agency/use-agency.ts';
import { foldQuoted } from '../../lead/fold-quoted.ts';
import { formatLongTime } from '../../ui/dates.ts';
import { conversationTexts } from './conversation-texts.ts';
import styles from './conversation.module.css';
import type { ConversationMessage } from './read-conversation.ts';

const t = conversationTexts.messages;

interface ConversationMessagesProps {
  messages: readonly ConversationMessage[];
  hasMore: boolean;
}

export function ConversationMessages({ messages, hasMore }: ConversationMessagesProps) {
  return (
    <section aria-labelledby="messages">
      <h2 className="heading-28" id="messages">
        {t.title}
      </h2>
      {hasMore && <p className="muted">{t.more}</p>}
      {messages.length === 0 && <p className="muted">{t.none}</p>}
      <ol className="stack gap-16 mt-20">
        {messages.map((message, index) => (
          <Message key={`${message.sent_at} ${index}`} message={message} />
        ))}
      </ol>
    </section>
  );
}

function Message({ message }: { message: ConversationMessage }) {
  const { name, timeZone } = useAgency();
  const { from_staff: fromStaff, author, sent_at: sentAt } = message;
  const { own, quoted } = foldQuoted(message.message);
  const staff = author === null ? name : t.staff(author, name);
  return (
    <li className={styles.message} data-from={fromStaff ? 'staff' : 'you'}>
      <h3>{fromStaff ? staff : t.you}</h3>
      <p className="muted">
        <time dateTime={sentAt}>{formatLongTime(sentAt, timeZone)}</time>
      </p>
      <p className={styles.text}>{own}</p>
      {quoted !== '' && (
        <details className="mt-8">
          <summary>{t.quoted}</summary>
          <p className={styles.text}>{quoted}</p>
        </details>
      )}
    </li>
  );
}
