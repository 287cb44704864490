import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { LeadTime } from './lead-time.tsx';
import type { Lead } from './read-lead-page.ts';

interface Entry {
  id: string;
  fromStaff: boolean;
  text: string;
  sentAt: string;
}

/** The initial message first, then the replies oldest first. Only `admin` is us; any other sender is the lead. */
function entriesOf(lead: Lead): Entry[] {
  const replies = lead.replies.map(({ id, sender_type, message, created_at }) => ({
    id,
    fromStaff: sender_type === 'admin',
    text: message,
    sentAt: created_at,
  }));
  if (!lead.message) return replies;
  return [{ id: lead.id, fromStaff: false, text: lead.message, sentAt: lead.created_at }, ...replies];
}

const nothingWritten = 'No message was included.';

function Bubble({ entry, name }: { entry: Entry; name: string }) {
  return (
    <li className="thread-entry" data-from={entry.fromStaff ? 'staff' : 'lead'}>
      <p className="thread-head">
        <strong>{entry.fromStaff ? 'You' : name}</strong> <LeadTime timestamp={entry.sentAt} withTime />
      </p>
      <p className="thread-text">{entry.text}</p>
    </li>
  );
}

/** The conversation, closed at first with a glimpse of its last words. */
export function ConversationThread({
  lead,
  open,
  onToggle,
}: {
  lead: Lead;
  open: boolean;
  onToggle: () => void;
}) {
  const id = useId();
  const entries = entriesOf(lead);
  const last = entries.at(-1);
  return (
    <div className="thread">
      <div className="thread-bar">
        <button
          aria-controls={id}
          aria-expanded={open}
          className="thread-toggle"
          onClick={onToggle}
          type="button"
        >
          <Icon name={open ? 'chevron-up' : 'chevron-down'} />
          Conversation Thread
          <span className="sr-only"> with {lead.name}</span>
        </button>
        {!open && (
          <p className="thread-glimpse">
            {last ? `${last.fromStaff ? 'You: ' : ''}${last.text}` : nothingWritten}
          </p>
        )}
      </div>
      <div hidden={!open} id={id}>
        {!lead.message && <p className="thread-none">{nothingWritten}</p>}
        <ol className="thread-list">
          {entries.map((entry) => (
            <Bubble entry={entry} key={entry.id} name={lead.name} />
          ))}
        </ol>
      </div>
    </div>
  );
}
