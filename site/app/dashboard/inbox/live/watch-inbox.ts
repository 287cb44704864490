// The channel of changed leads, in batches.
import { watchTables, type ChangedRow, type ChannelListeners } from '../../screen/watch-tables.ts';

export interface InboxListeners extends ChannelListeners {
  /** A lead or its thread changed. The id alone: rows are refetched under the user's own policies. */
  onLead: (leadId: string) => void;
  /** One of the leads changed, and it is not known which. */
  onAnyLead: () => void;
  /** The leads in quarantine or the received mails changed. */
  onOtherChange: () => void;
}

/** The returned function stops it. */
export function watchInbox({ onLead, onAnyLead, onOtherChange, ...channel }: InboxListeners): () => void {
  const ofLead = ({ lead_id: id }: ChangedRow) => id && onLead(id);
  return watchTables(
    {
      leads: ({ id }) => id && onLead(id),
      lead_messages: ofLead,
      // of a deleted one there is only its own id
      lead_notes: ({ lead_id: id }) => (id ? onLead(id) : onAnyLead()),
      lead_follow_ups: ofLead,
      quarantined_leads: onOtherChange,
      received_mails: onOtherChange,
    },
    channel,
  );
}

const debounceMs = 150;
const retryMs = 3_000;

interface Batch {
  add: (id: string) => void;
  stop: () => void;
}

/** Handles ids in batches, one at a time and only while `isIdle`. A failed batch is retried with what was added since. */
export function createIdBatcher(
  handle: (ids: ReadonlySet<string>) => Promise<void>,
  isIdle: () => boolean,
): Batch {
  let ids = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function schedule(ms: number): void {
    if (ids.size > 0 && !stopped) timer = setTimeout(() => void handleBatch(), ms);
  }

  async function handleBatch(): Promise<void> {
    const batch = ids;
    let delayMs = debounceMs;
    if (isIdle()) {
      ids = new Set();
      try {
        await handle(batch);
      } catch {
        delayMs = retryMs;
        for (const id of batch) ids.add(id);
      }
    }
    timer = undefined;
    schedule(delayMs);
  }

  return {
    add(id) {
      ids.add(id);
      if (timer === undefined) schedule(debounceMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
