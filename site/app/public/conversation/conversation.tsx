// The page of a conversation, for the holder of its link.
import { data, type RouterContextProvider } from 'react-router';
import { agencyOf, useAgency } from '../../agency/use-agency.ts';
import { formatPageTitle } from '../../seo/format-head-texts.ts';
import { noindexPageHead, removeHeadTitle } from '../../seo/page-head.ts';
import type { Route } from './+types/conversation.ts';
import { conversationTexts as t } from './conversation-texts.ts';
import { receiveConversationForm, type ConversationFormFailure } from './receive-conversation-form.ts';
import { Button } from '../../ui/button.tsx';
import { PageTitleHeader } from '../page/page-title-header.tsx';
import { TextWithContactLinks } from '../page/text-with-contact-links.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import styles from './conversation.module.css';
import { PageLink } from '../../ui/page-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatLongDate, formatLongDateTime, formatTimeZone } from '../../ui/format-values.ts';
import { FormSentNotice } from '../page/form-sent-notice.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { useEffect, useRef } from 'react';
import { TextAreaField } from '../../ui/field.tsx';
import { HiddenSubmissionFields } from '../lead-form/hidden-submission-fields.tsx';
import { Honeypot } from '../lead-form/lead-form-fields.tsx';
import formStyles from '../lead-form/lead-form.module.css';
import { splitQuotedText } from '../../lead/split-quoted-text.ts';
import { toReadError } from '../../data/data-or-throw.ts';
import { serverClient } from '../../data/server-client.ts';

function statusOf(conversation: Conversation): number {
  if (conversation === null) return 404;
  return conversation.state === 'open' ? 200 : 410;
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const conversation = await readConversation(context, params.token);
  const { searchParams } = new URL(request.url);
  const isRenewed = searchParams.has('renewed') && conversation?.state !== 'open';
  return data(
    { conversation, isSent: searchParams.has('sent'), isRenewed, key: crypto.randomUUID() },
    { status: isRenewed ? 200 : statusOf(conversation) },
  );
}

export function action({ context, params, request }: Route.ActionArgs) {
  return receiveConversationForm(context, request, params.token);
}

/** The page renders its title itself, because the title contains the state of the link, or problems. */
export function meta({ matches }: Route.MetaArgs) {
  const { name } = agencyOf(matches);
  return removeHeadTitle(noindexPageHead(matches, t.title(name), t.description(name)));
}

export default function ConversationPage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { conversation, isSent, isRenewed, key } = loaderData;
  const { name } = useAgency();
  if (conversation?.state !== 'open') {
    const kind = isRenewed ? 'renewed' : conversation === null ? 'unknown' : 'expired';
    return (
      <>
        <title>{formatPageTitle(t[kind].title, name)}</title>
        <ClosedConversation kind={kind} outcome={outcome} />
      </>
    );
  }
  const title = conversation.service ? t.titleAbout(conversation.service) : t.title(name);
  const pageTitle = formatPageTitle(title, name);
  return (
    <>
      <title>{outcome ? t.titleWithProblems(pageTitle) : pageTitle}</title>
      <OpenConversationPage
        conversation={conversation}
        formKey={key}
        isSent={isSent}
        outcome={outcome}
        title={title}
      />
    </>
  );
}

interface ClosedConversationProps {
  kind: 'unknown' | 'expired' | 'renewed';
  outcome: ConversationFormFailure | undefined;
}

/** Shown instead of the conversation if the link is invalid or expired. */
function ClosedConversation({ kind, outcome }: ClosedConversationProps) {
  return (
    <ErrorLayout title={t[kind].title}>
      {outcome?.failure && <p role="alert">{outcome.failure}</p>}
      <p>
        <TextWithContactLinks text={t[kind].text} />
      </p>
      {kind === 'renewed' && (
        <p>
          <TextWithContactLinks text={t.renewed.help} />
        </p>
      )}
      {kind === 'expired' && <RenewForm />}
      {outcome && outcome.text !== '' && (
        <div className={styles.unsent}>
          <p>{t.expired.wrote}</p>
          <blockquote className={styles.text}>{outcome.text}</blockquote>
        </div>
      )}
    </ErrorLayout>
  );
}

/** The browser submits it itself, with and without scripts. */
function RenewForm() {
  return (
    <form method="post">
      <Button icon="mail" name="renew" size="public" type="submit" value="1">
        {t.expired.send}
      </Button>
      <p className="muted mt-12">{t.expired.where}</p>
    </form>
  );
}

interface OpenConversationPageProps {
  conversation: OpenConversation;
  /** identifies a submission of this form, so that it is stored once */
  formKey: string;
  isSent: boolean;
  outcome: ConversationFormFailure | undefined;
  title: string;
}

/** With more messages, the form is below the first screen. */
const messagesOnOneScreen = 3;

function OpenConversationPage({ conversation, formKey, isSent, outcome, title }: OpenConversationPageProps) {
  const { email, name, timeZone } = useAgency();
  const { messages, has_more: hasMore, expires_at: expiresAt, unsubscribe } = conversation;
  return (
    <>
      <PageTitleHeader title={title}>
        <div>
          <p>{t.intro(name)}</p>
          {messages.length > messagesOnOneScreen && (
            <a className={classNames('link tap-target mt-12', styles.jump)} href="#answer">
              {t.jump}
            </a>
          )}
        </div>
      </PageTitleHeader>
      <div className={classNames('page', styles.body)}>
        <ConversationMessages hasMore={hasMore} messages={messages} />
        <section aria-labelledby="answer" className={styles.answer}>
          {isSent && !outcome && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
            <FormSentNotice autoFocus id="sent" text={t.answer.sent(email)} title={t.answer.sentTitle} />
          )}
          <MessageForm formKey={formKey} isSent={isSent} outcome={outcome} />
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

interface MessageFormProps {
  formKey: string;
  isSent: boolean;
  outcome: ConversationFormFailure | undefined;
}

/** A plain HTML form, which works the same with and without scripts. */
function MessageForm({ formKey, isSent, outcome }: MessageFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    async function keep() {
      const { keepTyping } = await import('../lead-form/keep-typing.ts');
      if (form.current) stop = keepTyping(form.current, { isSent });
    }
    void keep().catch(() => {});
    return () => stop?.();
  }, [isSent]);
  return (
    <>
      <h2 className="heading-28" id="answer">
        {t.answer.title}
      </h2>
      <form className={formStyles.form} method="post" noValidate ref={form}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form */}
        <ProblemSummary autoFocus title={outcome?.failure}>
          {outcome?.failure && outcome.text !== '' && <p>{t.answer.kept}</p>}
        </ProblemSummary>
        <HiddenSubmissionFields form={form} submissionKey={formKey} />
        <Honeypot />
        <TextAreaField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
          autoFocus={typeof outcome?.problem === 'string'}
          defaultValue={outcome?.text}
          error={outcome?.problem ?? undefined}
          id="message"
          label={t.answer.label}
          marked
          name="message"
          required
          rows={6}
        />
        <div className={formStyles.foot}>
          <Button icon="send" size="public" type="submit">
            {t.answer.send}
          </Button>
        </div>
      </form>
    </>
  );
}

interface ConversationMessage {
  from_staff: boolean;
  /** the colleague's name; null if the account has none, and for the prospect */
  author: string | null;
  message: string;
  sent_at: string;
}

interface ConversationMessagesProps {
  messages: readonly ConversationMessage[];
  hasMore: boolean;
}

function ConversationMessages({ messages, hasMore }: ConversationMessagesProps) {
  const { timeZone } = useAgency();
  return (
    <section aria-labelledby="messages">
      <h2 className="heading-28" id="messages">
        {t.messages.title}
      </h2>
      <p className="muted">{t.messages.zone(formatTimeZone(timeZone))}</p>
      {hasMore && <p className="muted">{t.messages.more}</p>}
      {messages.length === 0 && <p className="muted">{t.messages.none}</p>}
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
  const { own, quoted } = splitQuotedText(message.message);
  const staff = author === null ? name : t.messages.staff(author, name);
  return (
    <li className={styles.message} data-from={fromStaff ? 'staff' : 'you'}>
      <h3>{fromStaff ? staff : t.messages.you}</h3>
      <p className="muted">
        <time dateTime={sentAt}>{formatLongDateTime(sentAt, timeZone)}</time>
      </p>
      <p className={styles.text}>{own}</p>
      {quoted !== '' && (
        <details className="mt-8">
          <summary>{t.messages.quoted}</summary>
          <p className={styles.text}>{quoted}</p>
        </details>
      )}
    </li>
  );
}

interface OpenConversation {
  state: 'open';
  expires_at: string;
  service: string | null;
  /** the token of the page that unsubscribes this address */
  unsubscribe: string;
  /** whether there are more messages than these, which are the newest */
  has_more: boolean;
  /** oldest first */
  messages: ConversationMessage[];
}

/** The result of `read_conversation`; null for an invalid token. */
type Conversation = OpenConversation | { state: 'expired' } | null;

async function readConversation(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<Conversation> {
  const { data, error } = await serverClient(context).rpc('read_conversation', { token });
  if (error) throw toReadError('a conversation', error);
  return data as unknown as Conversation;
}
