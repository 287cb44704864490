// The conversation of a lead card, collapsible, with a preview of the last message.
import { useId, type ReactNode } from 'react';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { MutedTime } from '../../screen/shown-times.tsx';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';
import type { Lead } from '../read-leads-page.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { inboxTexts as t } from '../inbox-texts.ts';
import styles from './thread.module.css';

// Loaded lazily, because all threads are closed at first.
const ExpandedThread = lazyComponent(() => import('./expanded-thread.tsx'));

/** The beginning of a message, as long as a card shows, without line breaks. */
function firstWords(message: string): string {
  const words = message.slice(0, 1_000).replaceAll(/\s+/g, ' ');
  const start = /^.{0,300}/u.exec(words)?.[0] ?? '';
  return start === words ? words : `${start.trimEnd()}…`;
}

/** The beginning of the latest message, its author and time. */
function LatestMessage({ lead }: { lead: Lead }) {
  const { id } = useSignedInSession().user;
  const last = lead.replies.at(-1);
  const isOurs = last?.sender_type === 'admin';
  const isColleague = isOurs && last.author_id !== null && last.author_id !== id;
  const { data } = useAssignableAccounts(isColleague);
  const text = last?.message ?? lead.message;
  // the card shows the call instead
  if (!text && lead.calls.length > 0) return null;
  if (!text) return <p className={styles.latest}>{t.noMessage}</p>;
  const colleague = data?.find((one) => one.id === last?.author_id)?.name ?? t.thread.colleague;
  return (
    <>
      <p className={styles.author}>
        <strong>
          <bdi>{isColleague ? colleague : isOurs ? t.thread.you : lead.name}</bdi>
        </strong>{' '}
        <MutedTime timestamp={last?.created_at ?? lead.created_at} withTime />
      </p>
      <p className={styles.latest} dir="auto">
        {firstWords(text)}
      </p>
    </>
  );
}

interface ConversationThreadProps {
  lead: Lead;
  open: boolean;
  onToggle: () => void;
  /** Shown at the end of its bar. */
  children?: ReactNode;
}

/** The conversation. Closed at first, it shows the beginning of the latest message. */
export function ConversationThread({ lead, open, onToggle, children }: ConversationThreadProps) {
  const id = useId();
  return (
    <div className={styles.thread} data-open={open || undefined}>
      <div className={styles.bar}>
        <button
          aria-controls={id}
          aria-expanded={open}
          className={styles.toggle}
          onClick={onToggle}
          type="button"
        >
          <Icon name={open ? 'chevron-up' : 'chevron-down'} />
          <RichText text={t.thread.toggle(lead.name)} />
        </button>
        {!open && <LatestMessage lead={lead} />}
        {children}
      </div>
      <div hidden={!open} id={id}>
        {open && <ExpandedThread lead={lead} />}
      </div>
    </div>
  );
}
