// The expanded conversation of a lead: messages merged with internal notes by time.
import { Suspense } from 'react';
import { inboxTexts } from '../inbox-texts.ts';
import { ThreadNote } from './thread-note.tsx';
import { useNotes, type LeadNote } from './use-notes.ts';
import type { Lead } from '../read-leads-page.ts';
import { threadEntriesOf, type ThreadEntry, ThreadMessage } from './thread-message.tsx';
import styles from './thread.module.css';
import { lazyComponent } from '../../../ui/lazy-component.ts';

// Loaded lazily, because most threads have no automatic mails.
const AutomaticMails = lazyComponent(() => import('../received/automatic-mails.tsx'));

/** Merges notes with the messages by time; the initial message is always first. */
function inOrder(entries: ThreadEntry[], notes: LeadNote[]): (ThreadEntry | LeadNote)[] {
  const timeOf = (item: ThreadEntry | LeadNote) => Date.parse('note' in item ? item.created_at : item.sentAt);
  const items: (ThreadEntry | LeadNote)[] = [...entries];
  for (const note of notes) {
    const before = items.findLastIndex((item) => timeOf(item) <= timeOf(note));
    items.splice(before + 1, 0, note);
  }
  return items;
}

/** The messages and notes of an open conversation. */
export default function OpenThread({ lead }: { lead: Lead }) {
  const { data: notes = [] } = useNotes(lead.id);
  return (
    <>
      {!lead.message && <p className="muted">{inboxTexts.noMessage}</p>}
      <ol className={styles.list}>
        {inOrder(threadEntriesOf(lead), notes).map((item) =>
          'note' in item ? (
            <ThreadNote key={item.id} lead={lead} note={item} />
          ) : (
            <ThreadMessage entry={item} key={item.id} lead={lead} />
          ),
        )}
      </ol>
      <Suspense>
        <AutomaticMails lead={lead} />
      </Suspense>
    </>
  );
}
