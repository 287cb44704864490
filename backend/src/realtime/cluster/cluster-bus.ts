// Carries messages between the server processes on one database, and notifications of triggers.
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { DatabaseConnection } from '../../database/connection.ts';
import { listen } from '../../database/listen.ts';
import type { Log } from '../../errors/log-entry.ts';
import { parseClusterMessage } from './cluster-message.ts';
import type { ClusterMessage } from './cluster-message.ts';
import { createNotifyTransport, transportChannel } from './notify-transport.ts';

export interface ClusterBusOptions {
  connection: DatabaseConnection;
  pool: Pool;
  log: Log;
  onMessage: (node: string, message: ClusterMessage) => void;
  onNotification: (channel: 'realtime_changes' | 'realtime_messages', payload: string) => void;
  /** The connection was lost: notifications may have been missed. */
  onGap: () => void;
  onUnresponsive: (scope: 'session' | 'server') => void;
  /** Processes that entries are held for, and which may have ended. */
  knownNodes: () => ReadonlySet<string>;
  onNodeEnded: (node: string) => void;
}

export interface ClusterBus {
  node: string;
  ready: Promise<void>;
  /** To the other processes. False, and logged, when the queue is full or the message too large. */
  send(message: ClusterMessage): boolean;
  /** Resolves when every notification sent until now has been received. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

const markerChannel = 'realtime_mark';
const markerTimeoutMs = 10_000;
const checkNodesEveryMs = 2_000;
const sessionName = 'realtime ';

export function createClusterBus(options: ClusterBusOptions): ClusterBus {
  const { pool, log } = options;
  const node = randomBytes(6).toString('hex');
  const markers = new Map<string, () => void>();
  let count = 0;

  const transport = createNotifyTransport(pool, node, (event) => log({ level: 'error', event }));

  const listener = listen(options.connection, {
    applicationName: sessionName + node,
    channels: ['realtime_changes', 'realtime_messages', transportChannel, markerChannel],
    onNotification(channel, payload) {
      if (channel === markerChannel) markers.get(payload)?.();
      else if (channel === transportChannel) {
        const received = transport.receive(payload);
        const message = received && parseClusterMessage(received.message);
        if (message) options.onMessage(received.node, message);
      } else options.onNotification(channel as 'realtime_changes' | 'realtime_messages', payload);
    },
    onGap() {
      transport.reset();
      transport.send({ kind: 'who' });
      options.onGap();
    },
    onUnresponsive: options.onUnresponsive,
  });

  // A killed process sends no goodbye, but its database session ends with it.
  const checkTimer = setInterval(() => void checkNodes(), checkNodesEveryMs).unref();
  async function checkNodes(): Promise<void> {
    const known = options.knownNodes();
    if (known.size === 0) return;
    try {
      const { rows } = await pool.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
         where datname = current_database() and starts_with(application_name, $1)`,
        [sessionName],
      );
      const alive = new Set(rows.map(({ name }) => name.slice(sessionName.length)));
      for (const each of known) if (!alive.has(each)) options.onNodeEnded(each);
    } catch {}
  }

  const ready = listener.ready.then(() => void transport.send({ kind: 'who' }));

  return {
    node,
    ready,
    send: (message) => transport.send(message),
    async catchUp() {
      await listener.ready;
      const marker = `${node} ${(count += 1)}`;
      const received = Promise.withResolvers<void>();
      const timeout = setTimeout(
        () => received.reject(new Error('notifications did not arrive in time')),
        markerTimeoutMs,
      );
      markers.set(marker, received.resolve);
      try {
        // Notifications arrive in the order of commits, so everything committed before this one came before it.
        await Promise.all([
          pool.query('select pg_notify($1, $2)', [markerChannel, marker]),
          received.promise,
        ]);
      } finally {
        clearTimeout(timeout);
        markers.delete(marker);
      }
    },
    async close() {
      clearInterval(checkTimer);
      transport.send({ kind: 'bye' });
      await transport.close();
      await listener.close();
    },
  };
}
