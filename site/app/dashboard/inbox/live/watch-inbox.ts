import { browserClient } from '../../../data/browser-client.ts';

/** The private channel that the policies of the schema open to those who handle leads. */
const topic = 'inbox';

export interface InboxListeners {
  /** A lead or its thread changed. The id alone: rows are refetched under the user's own policies. */
  onLead: (leadId: string) => void;
  /** The leads in quarantine changed. */
  onQuarantineChange: () => void;
  /** Changes arrive from here on; earlier ones may have been missed. */
  onSubscribed: () => void;
  /** It reconnects by itself. */
  onDisconnected: () => void;
}

interface Row {
  id?: string;
  lead_id?: string;
}

/** Returns the function that leaves the channel. `hasStopped` is checked after each await. */
async function joinChannel(
  listeners: InboxListeners,
  hasStopped: () => boolean,
): Promise<() => Promise<void>> {
  const client = browserClient();
  // A private channel is joined as a user: the token must be set before.
  await client.realtime.setAuth();
  if (hasStopped()) return () => Promise.resolve();
  const channel = client.channel(topic, { config: { private: true } });
  const changes = { event: '*', schema: 'public' } as const;
  channel
    .on<Row>('postgres_changes', { ...changes, table: 'leads' }, (change) => {
      const row: Partial<Row> = change.eventType === 'DELETE' ? change.old : change.new;
      if (row.id) listeners.onLead(row.id);
    })
    .on<Row>('postgres_changes', { ...changes, table: 'lead_messages' }, (change) => {
      if (change.eventType !== 'DELETE' && change.new.lead_id) listeners.onLead(change.new.lead_id);
    })
    .on<Row>('postgres_changes', { ...changes, table: 'lead_notes' }, (change) => {
      if (change.eventType === 'INSERT' && change.new.lead_id) listeners.onLead(change.new.lead_id);
    })
    .on<Row>('postgres_changes', { ...changes, table: 'lead_follow_ups' }, (change) => {
      const row: Partial<Row> = change.eventType === 'DELETE' ? change.old : change.new;
      if (row.lead_id) listeners.onLead(row.lead_id);
    })
    .on('postgres_changes', { ...changes, table: 'quarantined_leads' }, () => listeners.onQuarantineChange())
    .subscribe((status) => {
      if (hasStopped()) return;
      if (status === 'SUBSCRIBED') listeners.onSubscribed();
      else listeners.onDisconnected();
    });
  return async () => {
    await client.removeChannel(channel);
    if (client.getChannels().length === 0) await client.realtime.disconnect();
  };
}

/**
 * Settles when the network is back, to join again: a socket that died with its network notices only after its next
 * heartbeat, up to 35 s later. `onLoss` is called at once.
 */
function networkReturn(onLoss: () => void, signal: AbortSignal): Promise<unknown> {
  addEventListener('offline', onLoss, { signal });
  return new Promise((resolve) => addEventListener('online', resolve, { signal }));
}

/** The one before must be gone first: the client hands out one channel for a topic. */
let lastClosed: Promise<void> = Promise.resolve();

const retryMs = 5_000;

async function watchUntilStopped(
  listeners: InboxListeners,
  hasStopped: () => boolean,
  stopped: Promise<void>,
): Promise<void> {
  while (!hasStopped()) {
    try {
      const close = await joinChannel(listeners, hasStopped);
      const watching = new AbortController();
      await Promise.race([stopped, networkReturn(listeners.onDisconnected, watching.signal)]);
      watching.abort();
      // Removing a channel waits for the server's response while its socket seems open.
      if (!hasStopped()) await browserClient().realtime.disconnect();
      await close();
    } catch {
      // Without a token there is no channel, and none to close.
      if (hasStopped()) return;
      listeners.onDisconnected();
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, retryMs))]);
    }
  }
}

/** The returned function stops it, and closes the socket if no other channel uses it. */
export function watchInbox(listeners: InboxListeners): () => void {
  const stopped = Promise.withResolvers<void>();
  let hasStopped = false;
  lastClosed = lastClosed.then(() => watchUntilStopped(listeners, () => hasStopped, stopped.promise));
  return () => {
    hasStopped = true;
    stopped.resolve();
  };
}
