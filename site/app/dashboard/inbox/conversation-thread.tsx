import { lazy, Suspense, useId, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { Lead } from './read-lead-page.ts';
import { threadEntries } from './thread/thread-entries.ts';
import { ThreadMessage } from './thread/thread-message.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { inboxTexts } from './inbox-texts.ts';
import styles from './thread/thread.module.css';

const t = inboxTexts.thread;

// Only an open thread shows them.
const AutomaticMails = lazy(() => import('./mail/automatic-mails.tsx'));

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
  const entries = threadEntries(lead);
  const last = entries.at(-1);
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
        {!open && (
          <p className={styles.glimpse}>
            {!last && inboxTexts.noMessage}
            {last && (last.fromStaff ? t.lastByYou(last.text) : last.text)}
          </p>
        )}
        {children}
      </div>
      <div hidden={!open} id={id}>
        {open && !lead.message && <p className="muted">{inboxTexts.noMessage}</p>}
        {open && (
          <ol className={styles.list}>
            {entries.map((entry) => (
              <ThreadMessage entry={entry} key={entry.id} lead={lead} />
            ))}
          </ol>
        )}
        {open && (
          <Suspense fallback={null}>
            <AutomaticMails lead={lead} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
