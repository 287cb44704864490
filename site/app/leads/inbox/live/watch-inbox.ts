import { browserClient } from '../../../data/browser-client.ts';

/** The private channel that the policies of the ledger open to those who handle leads. */
const topic = 'inbox';

export interface InboxEars {
  /** A lead or its thread changed: the id alone, because rows are read again under the caller's own policies. */
  onLead: (leadId: string) => void;
  /** What is held back as possible spam changed. */
  onHeld: () => void;
  /** From here on everything is heard; what happened before may have been missed. */
  onListening: () => void;
  /** Nothing is heard for now. It is tried again without being asked. */
  onDeaf: () => void;
}

interface Row {
  id?: string;
  lead_id?: string;
}

/** Joins the channel and answers how to leave it. `hasLeft` is asked after each wait. */
async function listen(ears: InboxEars, hasLeft: () => boolean): Promise<() => Promise<void>> {
  const client = browserClient();
  // A private channel is joined as somebody: the token has to be there before.
  await client.realtime.setAuth();
  if (hasLeft()) return () => Promise.resolve();
  const channel = client.channel(topic, { config: { private: true } });
  const changes = { event: '*', schema: 'public' } as const;
  channel
    .on<Row>('postgres_changes', { ...changes, table: 'leads' }, (change) => {
      const row: Partial<Row> = change.eventType === 'DELETE' ? change.old : change.new;
      if (row.id) ears.onLead(row.id);
    })
    .on<Row>('postgres_changes', { ...changes, table: 'lead_messages' }, (change) => {
      if (change.eventType !== 'DELETE' && change.new.lead_id) ears.onLead(change.new.lead_id);
    })
    .on('postgres_changes', { ...changes, table: 'quarantined_leads' }, () => ears.onHeld())
    .subscribe((status) => {
      if (hasLeft()) return;
      if (status === 'SUBSCRIBED') ears.onListening();
      else ears.onDeaf();
    });
  return async () => {
    await client.removeChannel(channel);
    if (client.getChannels().length === 0) await client.realtime.disconnect();
  };
}

/**
 * Settles when a network that was gone is back: the channel is then joined anew, because a socket that died with its
 * network notices only after its next heartbeat, up to 35 s later. `onLoss` is told at once.
 */
function networkReturn(onLoss: () => void, signal: AbortSignal): Promise<unknown> {
  addEventListener('offline', onLoss, { signal });
  return new Promise((resolve) => addEventListener('online', resolve, { signal }));
}

/** The one before must be gone first: the client hands out one channel for a topic. */
let lastClosed: Promise<void> = Promise.resolve();

const retryMs = 5_000;

async function listenAndClose(ears: InboxEars, hasLeft: () => boolean, left: Promise<void>): Promise<void> {
  while (!hasLeft()) {
    try {
      const close = await listen(ears, hasLeft);
      const watching = new AbortController();
      await Promise.race([left, networkReturn(ears.onDeaf, watching.signal)]);
      watching.abort();
      // Removing a channel waits for the server's word while its socket seems open.
      if (!hasLeft()) await browserClient().realtime.disconnect();
      await close();
    } catch {
      // Without a token nothing is heard, and nothing is left to close.
      if (hasLeft()) return;
      ears.onDeaf();
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, retryMs))]);
    }
  }
}

/** Listens until the answered function is called, which closes the socket as well where nobody else uses it. */
export function watchInbox(ears: InboxEars): () => void {
  const left = Promise.withResolvers<void>();
  let hasLeft = false;
  lastClosed = lastClosed.then(() => listenAndClose(ears, () => hasLeft, left.promise));
  return () => {
    hasLeft = true;
    left.resolve();
  };
}
