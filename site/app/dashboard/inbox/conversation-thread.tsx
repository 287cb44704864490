import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { Lead } from './read-lead-page.ts';
import { threadEntries } from './thread/thread-entries.ts';
import { ThreadMessage } from './thread/thread-message.tsx';

const noMessage = 'No message was included.';

/** The conversation, closed at first with its last message in one line. */
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
  const entries = threadEntries(lead);
  const last = entries.at(-1);
  return (
    <div className="thread" data-open={open || undefined}>
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
            {last ? `${last.fromStaff ? 'You: ' : ''}${last.text}` : noMessage}
          </p>
        )}
      </div>
      <div hidden={!open} id={id}>
        {open && !lead.message && <p className="thread-none">{noMessage}</p>}
        {open && (
          <ol className="thread-list">
            {entries.map((entry) => (
              <ThreadMessage entry={entry} key={entry.id} name={lead.name} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}
