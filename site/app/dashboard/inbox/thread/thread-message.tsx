import { DeliveryState } from '../delivery/delivery-state.tsx';
import { LeadTime } from '../lead-time.tsx';
import { SentBy } from './sent-by.tsx';
import type { ThreadEntry } from './thread-entries.ts';
import { inboxTexts } from '../inbox-texts.ts';
import styles from './thread.module.css';

/** `name` is the lead's. */
export function ThreadMessage({ entry, name }: { entry: ThreadEntry; name: string }) {
  return (
    <li className={styles.entry} data-from={entry.fromStaff ? 'staff' : 'lead'}>
      <p className={styles.head}>
        <strong>{entry.fromStaff ? inboxTexts.thread.you : name}</strong>{' '}
        {entry.fromStaff && entry.authorId !== null && <SentBy authorId={entry.authorId} />}{' '}
        <LeadTime timestamp={entry.sentAt} withTime />
      </p>
      <p className={styles.text}>{entry.text}</p>
      {entry.delivery && <DeliveryState known={entry.delivery} leadName={name} messageId={entry.id} />}
    </li>
  );
}
