// Subscribes to changed leads, which are reported in batches.
import { watchTables, type ChangedRow, type ChannelConnectionListeners } from '../../screen/watch-tables.ts';

export interface InboxListeners extends ChannelConnectionListeners {
  /** A lead or its thread changed. Only the id is passed: rows are refetched with the user's own policies. */
  onLead: (leadId: string) => void;
  /** One of the leads changed, but it is unknown which. */
  onAnyLead: () => void;
  /** The leads in quarantine or the received mails changed. */
  onOtherChange: () => void;
}

/** Returns the function that stops watching. */
export function watchInbox({ onLead, onAnyLead, onOtherChange, ...channel }: InboxListeners): () => void {
  const ofLead = ({ lead_id: id }: ChangedRow) => id && onLead(id);
  return watchTables(
    {
      leads: ({ id }) => id && onLead(id),
      lead_messages: ofLead,
      // a deleted note is reported with its own id only, so its lead is unknown
      lead_notes: ({ lead_id: id }) => (id ? onLead(id) : onAnyLead()),
      lead_follow_ups: ofLead,
      bookings: ofLead,
      quarantined_leads: onOtherChange,
      // an automatic mail adds no message to its lead, but its card shows it
      received_mails: ({ lead_id: id }) => {
        onOtherChange();
        if (id) onLead(id);
      },
    },
    channel,
  );
}

const debounceMs = 150;
const retryMs = 3_000;

/** Handles ids in batches, one at a time and only while `isIdle`. A failed batch is retried with those added since. */
export function createIdBatcher(handle: (ids: ReadonlySet<string>) => Promise<void>, isIdle: () => boolean) {
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
    add(id: string): void {
      ids.add(id);
      if (timer === undefined) schedule(debounceMs);
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
