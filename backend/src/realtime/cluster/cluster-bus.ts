// Carries messages between the server processes on one database, with notifications of triggers.
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { ConnectionParameters } from '../../database/connection-parameters.ts';
import { listenForPgNotifications } from '../../database/listen-for-pg-notifications.ts';
import { withTimeout } from '../../errors/call-all.ts';
import type { LogWriter } from '../../errors/log-entry.ts';
import { z } from 'zod';

export interface ClusterBusOptions {
  connection: ConnectionParameters;
  pool: Pool;
  log: LogWriter;
  onMessage: (node: string, message: ClusterBusMessage) => void;
  onNotification: (channel: 'realtime_changes' | 'realtime_messages', payload: string) => void;
  /** The connection was lost, so notifications may have been missed. */
  onGap: () => void;
  onUnresponsive: (scope: 'session' | 'server') => void;
  /** Processes whose presences are held, and which may have ended. */
  knownNodes: () => ReadonlySet<string>;
  onNodeEnded: (node: string) => void;
}

const markerChannel = 'realtime_mark';
const markerTimeoutMs = 10_000;
const checkNodesEveryMs = 2_000;
const sessionName = 'realtime ';

export function createClusterBus(options: ClusterBusOptions) {
  const { pool, log } = options;
  const node = randomBytes(6).toString('hex');
  const markers = new Map<string, () => void>();
  let count = 0;

  const transport = createNotifyTransport(pool, node, (event) => log({ level: 'error', event }));

  const listener = listenForPgNotifications(options.connection, {
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

  // A killed process cannot announce its end, but its database session ends with it.
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
    /** Sends to the other processes. If the queue is full or the message too large, logs that and returns false. */
    send: (message: ClusterBusMessage) => transport.send(message),
    /** Resolves when every notification sent until now has been received. */
    async catchUp() {
      await listener.ready;
      const marker = `${node} ${(count += 1)}`;
      const received = Promise.withResolvers<void>();
      markers.set(marker, received.resolve);
      try {
        // Notifications arrive in the order of commits, so everything committed before this one has arrived.
        const marked = pool.query('select pg_notify($1, $2)', [markerChannel, marker]);
        await withTimeout(
          Promise.all([marked, received.promise]),
          markerTimeoutMs,
          () => new Error('notifications did not arrive in time'),
        );
      } finally {
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

export type ClusterBus = ReturnType<typeof createClusterBus>;

// NOTIFY delivers at most 8,000 bytes, in the order of commits: longer messages are sent in parts.
const transportChannel = 'realtime_relay';

const partLength = 7_800;
/** Total length of queued parts with their headers; above it, messages are rejected. */
const maxQueuedLength = 16 * 1024 * 1024;
/** Parts of one message; larger ones are neither sent nor accepted. */
const maxParts = 1_000;
const maxPartsPerStatement = 200;

/** Log events for messages that do not reach the other processes. */
type TransportFailure = 'realtime.notify_failed' | 'realtime.queue_full' | 'realtime.message_too_large';

export function createNotifyTransport(
  pool: Pool,
  node: string,
  onFailure: (failure: TransportFailure) => void,
) {
  const incomplete = new Map<string, string[]>();
  let queue: string[] = [];
  let queuedLength = 0;
  let sending: Promise<void> | undefined;

  function start(): void {
    sending ??= sendAll().finally(() => {
      sending = undefined;
      if (queue.length > 0) start();
    });
  }

  async function sendAll(): Promise<void> {
    while (queue.length > 0) {
      const parts = queue.slice(0, maxPartsPerStatement);
      queue = queue.slice(maxPartsPerStatement);
      queuedLength -= lengthOf(parts);
      try {
        await pool.query(
          `select pg_notify('${transportChannel}', part) from unnest($1::text[]) with ordinality as p (part, part_number) order by part_number`,
          [parts],
        );
      } catch {
        queue = [];
        queuedLength = 0;
        onFailure('realtime.notify_failed');
      }
    }
  }

  function reject(failure: TransportFailure): false {
    onFailure(failure);
    return false;
  }

  return {
    /** False if the queue is full, or the message larger than other processes accept. */
    send(message: object) {
      const text = toAscii(JSON.stringify(message));
      const count = Math.ceil(text.length / partLength);
      if (count > maxParts) return reject('realtime.message_too_large');
      const parts = Array.from(
        { length: count },
        (_, part) => `${node} ${part} ${count} ${text.slice(part * partLength, (part + 1) * partLength)}`,
      );
      const length = lengthOf(parts);
      if (queuedLength + length > maxQueuedLength) return reject('realtime.queue_full');
      queue.push(...parts);
      queuedLength += length;
      start();
      return true;
    },
    /** Returns the message of another process once its last part has arrived. */
    receive(payload: string) {
      const [, sender, index, count, chunk = ''] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(payload) ?? [];
      if (sender === undefined || sender === node) return undefined;
      const [partIndex, partCount] = [Number(index), Number(count)];
      if (partCount > maxParts) return undefined;
      const parts = partIndex === 0 ? [] : (incomplete.get(sender) ?? []);
      parts.push(chunk);
      incomplete.delete(sender);
      if (parts.length !== partIndex + 1) return undefined;
      if (parts.length < partCount) {
        incomplete.set(sender, parts);
        return undefined;
      }
      try {
        return { node: sender, message: JSON.parse(parts.join('')) as unknown };
      } catch {
        return undefined;
      }
    },
    /** Drops incomplete messages, whose other parts may have been missed. */
    reset: () => incomplete.clear(),
    async close() {
      await sending;
    },
  };
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((length, part) => length + part.length, 0);
}

/** Escapes to ASCII, so that parts may be cut anywhere and have a known length in bytes. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const entry = z.object({ ref: z.string(), key: z.string(), meta: z.string() });

/** `meta` is the JSON of an object. */
export type PresenceEntry = z.output<typeof entry>;

const schema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('broadcast'),
    name: z.string(),
    isPrivate: z.boolean(),
    event: z.string(),
    /** JSON, or bytes in base64. */
    json: z.string().optional(),
    bytes: z.string().optional(),
  }),
  z.object({
    kind: z.literal('presence'),
    topic: z.string(),
    joins: z.array(entry),
    leaves: z.array(entry),
  }),
  /** Asks the others for their presences, when a process begins to listen. */
  z.object({ kind: z.literal('who') }),
  z.object({ kind: z.literal('bye') }),
]);

export type ClusterBusMessage = z.output<typeof schema>;

/** Undefined for a message of another version. */
function parseClusterMessage(message: unknown): ClusterBusMessage | undefined {
  return schema.safeParse(message).data;
}
