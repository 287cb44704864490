import { Suspense, useId, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { Lead } from './read-lead-page.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { inboxTexts } from './inbox-texts.ts';
import styles from './thread/thread.module.css';

const t = inboxTexts.thread;

// All threads are closed at first.
const OpenThread = lazyPart(() => import('./thread/open-thread.tsx'));

/** The last message in one line. */
function glimpse({ replies, message }: Lead): string {
  const last = replies.at(-1);
  if (last) return last.sender_type === 'admin' ? t.lastByYou(last.message) : last.message;
  return message || inboxTexts.noMessage;
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
        {!open && <p className="truncate min-w-0 muted">{glimpse(lead)}</p>}
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
