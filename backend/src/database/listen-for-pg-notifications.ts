// Listens for NOTIFY on a separate connection, with heartbeats, reconnects, a callback for gaps.
import { toClientConfig, type ConnectionParameters } from './connection-parameters.ts';
import { DatabaseClient, connectTimeoutMessage } from './database-client.ts';

export interface PgNotificationListenerOptions {
  channels: readonly string[];
  applicationName?: string;
  onNotification: (channel: string, payload: string) => void;
  /** The connection was lost, so notifications may have been missed. */
  onGap: () => void;
  /** A reply timed out, so idle sessions may be broken too. `server`: a new connection timed out as well. */
  onUnresponsive?: (scope: 'session' | 'server') => void;
  heartbeatMs?: number;
  replyTimeoutMs?: number;
}

const firstRetryMs = 100;
const longestRetryMs = 5_000;

/** Uses its own connection, which is reopened whenever it is lost. */
export function listenForPgNotifications(
  connection: ConnectionParameters,
  options: PgNotificationListenerOptions,
) {
  const { heartbeatMs = 10_000, replyTimeoutMs = 10_000 } = options;
  const named = options.applicationName === undefined ? {} : { application_name: options.applicationName };
  const limits = { connectionTimeoutMillis: replyTimeoutMs, query_timeout: replyTimeoutMs };
  let client: DatabaseClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let listenedBefore = false;
  let retryMs = firstRetryMs;
  const ready = Promise.withResolvers<void>();

  async function open(): Promise<void> {
    const opened = new DatabaseClient({ ...toClientConfig(connection), ...named, ...limits });
    client = opened;
    let lost = false;
    let heartbeat: NodeJS.Timeout | undefined;
    function onLoss(): void {
      if (lost) return;
      lost = true;
      clearTimeout(heartbeat);
      void opened.close();
      if (closed) return;
      timer = setTimeout(() => void open(), retryMs);
      timer.unref();
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
    // Detects a connection that the network dropped silently. Each heartbeat waits for the reply to the one before.
    function beat(): void {
      heartbeat = setTimeout(() => opened.query('select 1').then(beat, onSilence), heartbeatMs).unref();
    }
    function onSilence(error: Error): void {
      if (!lost && !closed && isTimeout(error)) options.onUnresponsive?.('session');
      onLoss();
    }
    opened.on('error', onLoss);
    opened.on('end', onLoss);
    opened.on('notification', (message) => options.onNotification(message.channel, message.payload ?? ''));
    try {
      await opened.connect();
      await opened.query(
        options.channels.map((channel) => `listen ${opened.escapeIdentifier(channel)}`).join('; '),
      );
      retryMs = firstRetryMs;
      if (listenedBefore) options.onGap();
      listenedBefore = true;
      ready.resolve();
      beat();
    } catch (error) {
      if (!closed && isTimeout(error as Error)) options.onUnresponsive?.('server');
      onLoss();
    }
  }

  void open();
  return {
    ready: ready.promise,
    async close() {
      closed = true;
      clearTimeout(timer);
      ready.resolve();
      if (client) await client.close();
    },
  };
}

/** Matches the messages of pg for a reply or a connection that timed out. */
function isTimeout({ message }: Error): boolean {
  return message === 'Query read timeout' || message === connectTimeoutMessage;
}
