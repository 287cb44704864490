// Subscribes to database changes of tables over Realtime; rejoins after a network loss.
import { browserClient } from '../../data/browser-client.ts';

/** The private channel which the schema's policies open to accounts that handle leads. */
const topic = 'inbox';

export interface ChangedRow {
  id?: string;
  lead_id?: string;
}

/** Callbacks by table, for changes of its rows. Only keys are sent; rows are read with the user's own policies. */
type Tables = Readonly<Record<string, (row: ChangedRow) => unknown>>;

export interface ChannelConnectionListeners {
  /** Called when changes are received from now on; earlier ones may have been missed. */
  onSubscribed: () => void;
  /** Called when the connection is lost; it is restored automatically. */
  onDisconnected: () => void;
}

/** Returns the function that leaves the channel. `hasStopped` is checked after each await. */
async function joinChannel(
  tables: Tables,
  listeners: ChannelConnectionListeners,
  hasStopped: () => boolean,
): Promise<() => Promise<void>> {
  const client = browserClient();
  // A private channel requires that the user's token is set before joining.
  await client.realtime.setAuth();
  if (hasStopped()) return () => Promise.resolve();
  const channel = client.channel(topic, { config: { private: true } });
  for (const [table, onChange] of Object.entries(tables))
    channel.on<ChangedRow>('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
      onChange(change.eventType === 'DELETE' ? change.old : change.new),
    );
  channel.subscribe((status) => {
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
 * Resolves when the network is back, so that the caller can join the channel again: the socket alone would detect a
 * lost network only after its next heartbeat, up to 35 s later. `onLoss` is called as soon as the network is lost.
 */
function networkReturn(onLoss: () => void, signal: AbortSignal): Promise<unknown> {
  addEventListener('offline', onLoss, { signal });
  return new Promise((resolve) => addEventListener('online', resolve, { signal }));
}

/**
 * Resolves when the previous channel is removed. It must be removed first, because the client has one channel per
 * topic.
 */
let lastClosed: Promise<void> = Promise.resolve();

const retryMs = 5_000;

async function watchUntilStopped(
  tables: Tables,
  listeners: ChannelConnectionListeners,
  hasStopped: () => boolean,
  stopped: Promise<void>,
): Promise<void> {
  while (!hasStopped()) {
    try {
      const close = await joinChannel(tables, listeners, hasStopped);
      const watching = new AbortController();
      await Promise.race([stopped, networkReturn(listeners.onDisconnected, watching.signal)]);
      watching.abort();
      // The socket is closed first: as long as it seems open, removing a channel waits for a response of the server.
      if (!hasStopped()) await browserClient().realtime.disconnect();
      await close();
    } catch {
      // Joining failed, for example without a token, so there is no channel to close.
      if (hasStopped()) return;
      listeners.onDisconnected();
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, retryMs))]);
    }
  }
}

/** Watches tables. Returns the function that stops watching, and closes the socket if no other channel uses it. */
export function watchTables(tables: Tables, listeners: ChannelConnectionListeners): () => void {
  const stopped = Promise.withResolvers<void>();
  let hasStopped = false;
  lastClosed = lastClosed.then(() => watchUntilStopped(tables, listeners, () => hasStopped, stopped.promise));
  return () => {
    hasStopped = true;
    stopped.resolve();
  };
}
