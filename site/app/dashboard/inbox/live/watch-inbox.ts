import { browserClient } from '../../../data/browser-client.ts';

/** The private channel that the policies of the schema open to those who handle leads. */
const topic = 'inbox';

export interface InboxListeners {
  /** A lead or its thread changed: the id alone, because rows are read again under the caller's own policies. */
  onLead: (leadId: string) => void;
  /** The leads in quarantine changed. */
  onQuarantineChange: () => void;
  /** Connected: changes arrive from here on; earlier ones may have been missed. */
  onListening: () => void;
  /** No changes arrive for now. It reconnects by itself. */
  onDisconnected: () => void;
}

interface Row {
  id?: string;
  lead_id?: string;
}

/** Joins the channel and returns what leaves it. `hasLeft` is checked after each await. */
async function listen(listeners: InboxListeners, hasLeft: () => boolean): Promise<() => Promise<void>> {
  const client = browserClient();
  // A private channel is joined as a user: the token must be set before.
  await client.realtime.setAuth();
  if (hasLeft()) return () => Promise.resolve();
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
    .on('postgres_changes', { ...changes, table: 'quarantined_leads' }, () => listeners.onQuarantineChange())
    .subscribe((status) => {
      if (hasLeft()) return;
      if (status === 'SUBSCRIBED') listeners.onListening();
      else listeners.onDisconnected();
    });
  return async () => {
    await client.removeChannel(channel);
    if (client.getChannels().length === 0) await client.realtime.disconnect();
  };
}

/**
 * Settles when a network that was gone is back: the channel is then joined again, because a socket that died with its
 * network notices only after its next heartbeat, up to 35 s later. `onLoss` is called at once.
 */
function networkReturn(onLoss: () => void, signal: AbortSignal): Promise<unknown> {
  addEventListener('offline', onLoss, { signal });
  return new Promise((resolve) => addEventListener('online', resolve, { signal }));
}

/** The one before must be gone first: the client hands out one channel for a topic. */
let lastClosed: Promise<void> = Promise.resolve();

const retryMs = 5_000;

async function listenAndClose(
  listeners: InboxListeners,
  hasLeft: () => boolean,
  left: Promise<void>,
): Promise<void> {
  while (!hasLeft()) {
    try {
      const close = await listen(listeners, hasLeft);
      const watching = new AbortController();
      await Promise.race([left, networkReturn(listeners.onDisconnected, watching.signal)]);
      watching.abort();
      // Removing a channel waits for the server's response while its socket seems open.
      if (!hasLeft()) await browserClient().realtime.disconnect();
      await close();
    } catch {
      // Without a token there is no channel, and none to close.
      if (hasLeft()) return;
      listeners.onDisconnected();
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, retryMs))]);
    }
  }
}

/** Listens until the returned function is called, which also closes the socket if no other channel uses it. */
export function watchInbox(listeners: InboxListeners): () => void {
  const left = Promise.withResolvers<void>();
  let hasLeft = false;
  lastClosed = lastClosed.then(() => listenAndClose(listeners, () => hasLeft, left.promise));
  return () => {
    hasLeft = true;
    left.resolve();
  };
}
