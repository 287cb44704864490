import { useAgency } from '../../agency/use-agency.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatLongDate, formatLongTime } from '../../ui/dates.ts';
import { SentNote } from '../page/sent-note.tsx';
import { conversationTexts as t, conversationTexts } from './conversation-texts.ts';
import styles from './conversation.module.css';
import type { OpenConversation, ConversationMessage } from './read-conversation.ts';
import type { MessageOutcome } from './receive-message.ts';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FormSigns } from '../lead-form/form-signs.tsx';
import { Honeypot } from '../lead-form/honeypot.tsx';
import { ProblemSummary } from '../page/problem-summary.tsx';
import formStyles from '../lead-form/lead-form.module.css';
import { foldQuoted } from '../../lead/fold-quoted.ts';

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

const messageFormTexts = conversationTexts.answer;

/** A plain HTML form: it works the same with scripts and without. */
function MessageForm({ formKey, outcome }: { formKey: string; outcome: MessageOutcome | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <h2 className="heading-28" id="answer">
        {messageFormTexts.title}
      </h2>
      <form className={formStyles.form} method="post" noValidate ref={form}>
        {outcome && (
          <ProblemSummary
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
            autoFocus
            links={outcome.problem === null ? [] : [{ href: '#message', text: outcome.problem }]}
            note={outcome.failure !== null && outcome.text !== '' ? messageFormTexts.kept : undefined}
            title={outcome.failure ?? messageFormTexts.problems}
          />
        )}
        <FormSigns form={form} submissionKey={formKey} />
        <Honeypot />
        <TextArea
          defaultValue={outcome?.text}
          error={outcome?.problem ?? undefined}
          id="message"
          label={messageFormTexts.label}
          marked
          name="message"
          required
          rows={6}
        />
        <div className={formStyles.foot}>
          <Button icon="send" size="public" type="submit">
            {messageFormTexts.send}
          </Button>
        </div>
      </form>
    </>
  );
}

const conversationMessagesTexts = conversationTexts.messages;

interface ConversationMessagesProps {
  messages: readonly ConversationMessage[];
  hasMore: boolean;
}

function ConversationMessages({ messages, hasMore }: ConversationMessagesProps) {
  return (
    <section aria-labelledby="messages">
      <h2 className="heading-28" id="messages">
        {conversationMessagesTexts.title}
      </h2>
      {hasMore && <p className="muted">{conversationMessagesTexts.more}</p>}
      {messages.length === 0 && <p className="muted">{conversationMessagesTexts.none}</p>}
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
  const staff = author === null ? name : conversationMessagesTexts.staff(author, name);
  return (
    <li className={styles.message} data-from={fromStaff ? 'staff' : 'you'}>
      <h3>{fromStaff ? staff : conversationMessagesTexts.you}</h3>
      <p className="muted">
        <time dateTime={sentAt}>{formatLongTime(sentAt, timeZone)}</time>
      </p>
      <p className={styles.text}>{own}</p>
      {quoted !== '' && (
        <details className="mt-8">
          <summary>{conversationMessagesTexts.quoted}</summary>
          <p className={styles.text}>{quoted}</p>
        </details>
      )}
    </li>
  );
}
