import { data } from 'react-router';
import { agencyOf, useAgency } from '../../agency/use-agency.ts';
import { fitTitle } from '../../seo/fit-text.ts';
import { notFoundHead, withoutTitle } from '../../seo/page-head.ts';
import type { Route } from './+types/conversation.ts';
import { ClosedConversation } from './closed-conversation.tsx';
import { conversationTexts as t } from './conversation-texts.ts';
import { OpenConversationPage } from './open-conversation-page.tsx';
import { readConversation, type Conversation } from './read-conversation.ts';
import { receiveMessage } from './receive-message.ts';

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
