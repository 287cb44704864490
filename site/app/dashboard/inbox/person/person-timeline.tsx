import { useState } from 'react';
import { formatLeadDay } from '../lead-time.tsx';
import { leadTitleId } from '../position/use-focus-lead.ts';
import type { Lead } from '../read-lead-page.ts';
import { ThreadMessage } from '../thread/thread-message.tsx';
import { orderMessages } from './order-messages.ts';
import { relatedLeadsTexts as t } from './related-leads-texts.ts';
import threadStyles from '../thread/thread.module.css';
import styles from './person.module.css';

/** What was written in all requests of a person, as one conversation; closed at first. */
export function PersonTimeline({ leads, hasMore }: { leads: readonly Lead[]; hasMore: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const groups = orderMessages(leads);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  if (leads.length < 2 || count === 0) return null;
  return (
    <details className={styles.timeline} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t.timeline(count)}</summary>
      {isOpen && hasMore && <p className="muted">{t.loadedOnly}</p>}
      {isOpen && (
        <ol className="stack gap-16">
          {groups.map(({ lead, entries }) => (
            <li key={entries[0]?.id}>
              <h3 className={styles.of}>
                <a className="link" href={`#${leadTitleId(lead.id)}`}>
                  {t.request(formatLeadDay(lead.created_at), lead.services?.name ?? lead.service_name ?? '')}
                </a>
              </h3>
              <ol className={threadStyles.list}>
                {entries.map((entry) => (
                  <ThreadMessage entry={entry} key={entry.id} lead={lead} />
                ))}
              </ol>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
