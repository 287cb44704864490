// The expanded conversation of a lead: messages merged with internal notes by time.
import { inboxTexts } from '../inbox-texts.ts';
import { ThreadNoteItem } from './thread-note-item.tsx';
import { useLeadNotes, type LeadNote } from './use-lead-notes.ts';
import type { Lead } from '../read-leads-page.ts';
import { threadMessagesOf, type ThreadMessage, ThreadMessageItem } from './thread-message-item.tsx';
import styles from './thread.module.css';
import { lazyComponent } from '../../../ui/lazy-component.ts';

// Loaded lazily, because most threads have no automatic mails.
const AutomaticMails = lazyComponent(() => import('../received/automatic-mails.tsx'));

/** Merges notes with the messages by time; the initial message is always first. */
function inOrder(messages: ThreadMessage[], notes: LeadNote[]): (ThreadMessage | LeadNote)[] {
  const timeOf = (item: ThreadMessage | LeadNote) =>
    Date.parse('note' in item ? item.created_at : item.sentAt);
  const items: (ThreadMessage | LeadNote)[] = [...messages];
  for (const note of notes) {
    const before = items.findLastIndex((item) => timeOf(item) <= timeOf(note));
    items.splice(before + 1, 0, note);
  }
  return items;
}

/** The messages and notes of an open conversation. */
export default function ExpandedThread({ lead }: { lead: Lead }) {
  const { data: notes = [] } = useLeadNotes(lead.id);
  return (
    <>
      {!lead.message && lead.calls.length === 0 && <p className="muted">{inboxTexts.noMessage}</p>}
      <ol className={styles.list}>
        {inOrder(threadMessagesOf(lead), notes).map((item) =>
          'note' in item ? (
            <ThreadNoteItem key={item.id} lead={lead} note={item} />
          ) : (
            <ThreadMessageItem key={item.id} lead={lead} message={item} />
          ),
        )}
      </ol>
      <AutomaticMails lead={lead} />
    </>
  );
}
