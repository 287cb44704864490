import { useAgency } from '../../agency/use-agency.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import { conversationTexts as t } from './conversation-texts.ts';
import styles from './conversation.module.css';
import type { MessageOutcome } from './receive-message.ts';

interface ClosedConversationProps {
  kind: 'unknown' | 'expired' | 'renewed';
  outcome: MessageOutcome | undefined;
}

/** In place of a conversation whose link opens nothing (any more). */
export function ClosedConversation({ kind, outcome }: ClosedConversationProps) {
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
