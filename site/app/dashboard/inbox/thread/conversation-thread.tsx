// The conversation of a lead card, collapsible, with a preview of the last message.
import { Suspense, useId, type ReactNode } from 'react';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { useColleagues } from '../card/use-colleagues.ts';
import type { Lead } from '../read-lead-page.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import styles from './thread.module.css';

const t = inboxTexts.thread;

// All threads are closed at first.
const OpenThread = lazyComponent(() => import('./open-thread.tsx'));

/** The last message in one line; of a colleague with their first name. */
function Glimpse({ lead: { replies, message } }: { lead: Lead }) {
  const { id } = useSignedInSession().user;
  const last = replies.at(-1);
  const isOurs = last?.sender_type === 'admin';
  const isColleague = isOurs && last.author_id !== null && last.author_id !== id;
  const { data } = useColleagues(isColleague);
  const name = data?.find((one) => one.id === last?.author_id)?.name.split(' ', 1)[0];
  let text = last?.message ?? (message || inboxTexts.noMessage);
  if (isColleague && data) text = t.lastByColleague(name ?? t.formerColleague, text);
  else if (isOurs && !isColleague) text = t.lastByYou(text);
  return <p className="truncate min-w-0 muted">{text}</p>;
}

/** The conversation, closed at first with its last message in one line. */
export function ConversationThread({
  lead,
  open,
  onToggle,
  children,
}: {
  lead: Lead;
  open: boolean;
  onToggle: () => void;
  /** At the end of its bar. */
  children?: ReactNode;
}) {
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
          <RichText text={t.toggle(lead.name)} />
        </button>
        {!open && <Glimpse lead={lead} />}
        {children}
      </div>
      <div hidden={!open} id={id}>
        {open && (
          <Suspense>
            <OpenThread lead={lead} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
