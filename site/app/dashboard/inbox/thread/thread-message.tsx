import { Suspense } from 'react';
import { DeliveryState } from './delivery-state.tsx';
import { LeadTime } from '../card/lead-time.tsx';
import type { Lead } from '../read-lead-page.ts';
import { SentBy } from './sent-by.tsx';
import type { ThreadEntry } from './thread-entries.ts';
import { inboxTexts } from '../inbox-texts.ts';
import styles from './thread.module.css';
import { lazyPart } from '../../../ui/lazy-part.ts';

// Most threads have no mail.
const MailInThread = lazyPart(() => import('../received/mail-in-thread.tsx'));

function channelText(channel: string): string {
  const { channels } = inboxTexts.thread;
  return channel in channels ? channels[channel as keyof typeof channels] : channels.other;
}

export function ThreadMessage({ entry, lead }: { entry: ThreadEntry; lead: Lead }) {
  const { name } = lead;
  const words = <p className={styles.text}>{entry.text}</p>;
  return (
    <li className={styles.entry} data-from={entry.fromStaff ? 'staff' : 'lead'}>
      <p className={styles.head}>
        <strong>{entry.fromStaff ? inboxTexts.thread.you : name}</strong>{' '}
        <span>{entry.fromStaff && entry.authorId !== null && <SentBy authorId={entry.authorId} />}</span>{' '}
        <span className="small muted">{entry.channel !== null && channelText(entry.channel)}</span>{' '}
        <LeadTime timestamp={entry.sentAt} withTime />
      </p>
      {entry.isReceived ? (
        <Suspense fallback={words}>
          <MailInThread lead={lead} messageId={entry.id} text={entry.text} />
        </Suspense>
      ) : (
        words
      )}
      {entry.delivery && <DeliveryState known={entry.delivery} leadName={name} messageId={entry.id} />}
    </li>
  );
}
