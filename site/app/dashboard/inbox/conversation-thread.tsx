import { lazy, Suspense, useId, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { Lead } from './read-lead-page.ts';
import { useNotes, type LeadNote } from './notes/use-notes.ts';
import { threadEntries, type ThreadEntry } from './thread/thread-entries.ts';
import { ThreadMessage } from './thread/thread-message.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { inboxTexts } from './inbox-texts.ts';
import styles from './thread/thread.module.css';

const t = inboxTexts.thread;

// Only an open thread shows them.
const ThreadNote = lazy(() => import('./notes/thread-note.tsx'));
const AutomaticMails = lazy(() => import('./mail/automatic-mails.tsx'));

/** Notes stand between the messages by their time; the initial message is the first whatever its time. */
function inOrder(entries: ThreadEntry[], notes: LeadNote[]): (ThreadEntry | LeadNote)[] {
  const timeOf = (item: ThreadEntry | LeadNote) => Date.parse('note' in item ? item.created_at : item.sentAt);
  const items: (ThreadEntry | LeadNote)[] = [...entries];
  for (const note of notes) {
    const before = items.findLastIndex((item) => timeOf(item) <= timeOf(note));
    items.splice(before + 1, 0, note);
  }
  return items;
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
  const entries = threadEntries(lead);
  const last = entries.at(-1);
  const { data: notes = [] } = useNotes(lead.id, open && (lead.work?.notes ?? 0) > 0);
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
            {inOrder(entries, notes).map((item) =>
              'note' in item ? (
                <Suspense fallback={null} key={item.id}>
                  <ThreadNote note={item} />
                </Suspense>
              ) : (
                <ThreadMessage entry={item} key={item.id} lead={lead} />
              ),
            )}
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
