import { data } from 'react-router';
import { agencyOf, useAgency } from '../../agency/use-agency.ts';
import { fitTitle } from '../../seo/fit-text.ts';
import { notFoundHead, withoutTitle } from '../../seo/page-head.ts';
import type { Route } from './+types/conversation.ts';
import { conversationTexts as t } from './conversation-texts.ts';
import { OpenConversationPage } from './open-conversation-page.tsx';
import { readConversation, type Conversation } from './read-conversation.ts';
import { receiveMessage, type MessageOutcome } from './receive-message.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import styles from './conversation.module.css';

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
  return receiveMessage(context, request, params.token);
}

/** The page renders its title, because what became of the link and problems are part of it. */
export function meta({ matches }: Route.MetaArgs) {
  const { name } = agencyOf(matches);
  return withoutTitle(notFoundHead(matches, t.title(name), t.description(name)));
}

export default function ConversationPage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { conversation, isSent, isRenewed, key } = loaderData;
  const { name } = useAgency();
  if (conversation?.state !== 'open') {
    const kind = isRenewed ? 'renewed' : conversation === null ? 'unknown' : 'expired';
    return (
      <>
        <title>{fitTitle(t[kind].title, name)}</title>
        <ClosedConversation kind={kind} outcome={outcome} />
      </>
    );
  }
  const title = conversation.service ? t.titleAbout(conversation.service) : t.title(name);
  const pageTitle = fitTitle(title, name);
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
  outcome: MessageOutcome | undefined;
}

/** In place of a conversation whose link opens nothing (any more). */
function ClosedConversation({ kind, outcome }: ClosedConversationProps) {
  const { phoneHref, emailHref } = useAgency();
  const tags = {
    phone: (words: string) => (
      <a className="link" href={phoneHref}>
        {words}
      </a>
    ),
    email: (words: string) => (
      <a className="link" href={emailHref}>
        {words}
      </a>
    ),
  };
  return (
    <ErrorLayout title={t[kind].title}>
      {outcome?.failure && <p role="alert">{outcome.failure}</p>}
      <p>
        <RichText tags={tags} text={t[kind].text} />
      </p>
      {kind === 'renewed' && (
        <p>
          <RichText tags={tags} text={t.renewed.help} />
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

/** The browser sends it itself, with scripts and without. */
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
