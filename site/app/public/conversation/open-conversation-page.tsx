import { useAgency } from '../../agency/use-agency.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatLongDate } from '../../ui/dates.ts';
import { SentNote } from '../page/sent-note.tsx';
import { MessageForm } from './message-form.tsx';
import { ConversationMessages } from './conversation-messages.tsx';
import { conversationTexts as t } from './conversation-texts.ts';
import styles from './conversation.module.css';
import type { OpenConversation } from './read-conversation.ts';
import type { MessageOutcome } from './receive-message.ts';

interface OpenConversationPageProps {
  conversation: OpenConversation;
  /** of this form, so that it is stored once */
  formKey: string;
  isSent: boolean;
  outcome: MessageOutcome | undefined;
  title: string;
}

/** With more of them, the form is below the first screen. */
const messagesOnOneScreen = 3;

export function OpenConversationPage({
  conversation,
  formKey,
  isSent,
  outcome,
  title,
}: OpenConversationPageProps) {
  const { email, name, timeZone } = useAgency();
  const { messages, has_more: hasMore, expires_at: expiresAt, unsubscribe } = conversation;
  return (
    <>
      <div className="band on-shoal">
        <div className={classNames('page', styles.head)}>
          <h1>{title}</h1>
          <p>{t.intro(name)}</p>
          {messages.length > messagesOnOneScreen && (
            <a className="link tap-target mt-12" href="#answer">
              {t.jump}
            </a>
          )}
        </div>
      </div>
      <div className={classNames('page', styles.body)}>
        <ConversationMessages hasMore={hasMore} messages={messages} />
        <section aria-labelledby="answer" className={styles.answer}>
          {isSent && !outcome && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
            <SentNote autoFocus id="sent" text={t.answer.sent(email)} title={t.answer.sentTitle} />
          )}
          <MessageForm formKey={formKey} outcome={outcome} />
          <div className={styles.foot}>
            <p>{t.foot.until(formatLongDate(expiresAt, timeZone))}</p>
            <p className={styles.links}>
              <PageLink className="link tap-target" to="/privacy">
                {t.foot.privacy}
              </PageLink>
              <a className="link tap-target" href={`/unsubscribe/${unsubscribe}`}>
                {t.foot.unsubscribe}
              </a>
            </p>
          </div>
        </section>
      </div>
    </>
  );
}
