// The view of all requests of one person: heading, timeline of messages, focus on arrival.
import { useAgency } from '../../../agency/use-agency.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { InboxShortcutHandler } from './inbox-shortcut-handler.tsx';
import type { Lead } from '../read-leads-page.ts';
import { relatedLeadsTexts as t } from '../card/lead-origin-texts.ts';
import styles from '../card/person.module.css';
import screenStyles from '../../screen/screen.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { formatShortDate } from '../../../ui/format-values.ts';
import { leadTitleId } from '../leads/list-position.tsx';
import { ThreadMessageItem, threadMessagesOf, type ThreadMessage } from '../thread/thread-message-item.tsx';
import threadStyles from '../thread/thread.module.css';

/** Moves the focus once for each visit by a link: to the card in the hash, or to the heading. */
function useArrival(leads: readonly Lead[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const isByLink = useNavigationType() === 'PUSH';
  const arrived = useRef('');
  useEffect(() => {
    if (leads.length === 0 || arrived.current === key) return;
    arrived.current = key;
    const card = hash === '' ? null : document.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
    if (card) card.focus();
    else if (isByLink) heading.current?.focus();
  }, [leads, key, hash, isByLink]);
  return heading;
}

interface PersonViewProps {
  leads: readonly Lead[];
  hasMore: boolean;
  onLeave: () => void;
}

/** Replaces the toolbar while the list shows only the requests of one person. */
export default function PersonView({ leads, hasMore, onLeave }: PersonViewProps) {
  const heading = useArrival(leads);
  const [newest] = leads;
  return (
    <section aria-labelledby="person-title" className={styles.person}>
      <div className="row flex-wrap justify-between gap-8-20">
        <div>
          <h2 className="text-20 leading-13" id="person-title" ref={heading} tabIndex={-1}>
            {newest ? t.title(newest.name) : t.titleLoading}
          </h2>
          <p className="muted">{t.basis}</p>
        </div>
        <div className="row gap-8">
          <Button icon="arrow-left" onClick={onLeave} variant="secondary">
            {t.back}
          </Button>
          <InboxShortcutHandler />
        </div>
      </div>
      {newest && <PersonTimeline hasMore={hasMore} leads={leads} />}
    </section>
  );
}

/** The messages of all requests of a person as one conversation; collapsed at first. */
function PersonTimeline({ leads, hasMore }: { leads: readonly Lead[]; hasMore: boolean }) {
  const { timeZone } = useAgency();
  const [isOpen, setIsOpen] = useState(false);
  const groups = groupConsecutiveMessages(leads);
  const count = groups.reduce((sum, { messages }) => sum + messages.length, 0);
  if (leads.length < 2 || count === 0) return null;
  return (
    <details className={screenStyles.disclosure} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span>{t.timeline(count)}</span>
        <Icon name="chevron-down" />
      </summary>
      {isOpen && hasMore && <p className="muted">{t.loadedOnly}</p>}
      {isOpen && (
        <ol className="stack gap-16">
          {groups.map(({ lead, messages }) => (
            <li key={messages[0]?.id}>
              <h3 className={styles.of}>
                <a className="link" href={`#${leadTitleId(lead.id)}`}>
                  {t.request(
                    formatShortDate(lead.created_at, timeZone),
                    lead.services?.name ?? lead.service_name ?? '',
                  )}
                </a>
              </h3>
              <ol className={threadStyles.list}>
                {messages.map((message) => (
                  <ThreadMessageItem key={message.id} lead={lead} message={message} />
                ))}
              </ol>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

/** Consecutive messages of one request. */
interface MessageGroup {
  lead: Lead;
  messages: ThreadMessage[];
}

/** All messages of these requests, oldest first, grouped into runs of the same request. */
export function groupConsecutiveMessages(leads: readonly Lead[]): MessageGroup[] {
  const all = leads
    .flatMap((lead) => threadMessagesOf(lead).map((message) => ({ lead, message })))
    .toSorted((one, other) => Date.parse(one.message.sentAt) - Date.parse(other.message.sentAt));
  const groups: MessageGroup[] = [];
  for (const { lead, message } of all) {
    const last = groups.at(-1);
    if (last?.lead === lead) last.messages.push(message);
    else groups.push({ lead, messages: [message] });
  }
  return groups;
}
