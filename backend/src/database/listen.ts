import { Client } from 'pg';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';
import { closeClient } from './drop-connections.ts';

export interface Listener {
  /** Resolves when the channels are heard for the first time. */
  ready: Promise<void>;
  close(): Promise<void>;
}

export interface ListenOptions {
  channels: readonly string[];
  /** What the session is called in pg_stat_activity, so that others can tell whether it lives. */
  name?: string;
  onMessage: (channel: string, payload: string) => void;
  /** The connection was lost for a while: anything may have been said meanwhile. */
  onGap: () => void;
  /** This session got no reply in time: others that idle may be cut off as well; with "server", new ones get none either. */
  onSilence?: (who: 'session' | 'server') => void;
  /** How often the connection is tried, and how long a reply may take. */
  pulseMs?: number;
  replyMs?: number;
}

const firstRetryMs = 100;
const longestRetryMs = 5_000;

/** Hears notifications on a connection of its own, which is opened again whenever it is lost. */
export function listen(connection: DatabaseConnection, options: ListenOptions): Listener {
  const { pulseMs = 10_000, replyMs = 10_000 } = options;
  const named = options.name === undefined ? {} : { application_name: options.name };
  const limits = { connectionTimeoutMillis: replyMs, query_timeout: replyMs };
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let heardBefore = false;
  let retryMs = firstRetryMs;
  const ready = Promise.withResolvers<void>();

  async function open(): Promise<void> {
    const opened = new Client({ ...clientConfig(connection), ...named, ...limits });
    client = opened;
    let lost = false;
    function lose(): void {
      if (lost) return;
      lost = true;
      clearInterval(pulse);
      void closeClient(opened);
      if (closed) return;
      timer = setTimeout(() => void open(), retryMs);
      timer.unref();
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
    // Notices a connection that a network dropped without a word.
    const pulse = setInterval(() => {
      opened.query('select 1').catch((error: Error) => {
        if (!lost && !closed && isSilence(error)) options.onSilence?.('session');
        lose();
      });
    }, pulseMs);
    pulse.unref();
    opened.on('error', lose);
    opened.on('end', lose);
    opened.on('notification', (message) => options.onMessage(message.channel, message.payload ?? ''));
    try {
      await opened.connect();
      await opened.query(
        options.channels.map((channel) => `listen ${opened.escapeIdentifier(channel)}`).join('; '),
      );
      retryMs = firstRetryMs;
      if (heardBefore) options.onGap();
      heardBefore = true;
      ready.resolve();
    } catch (error) {
      if (!closed && isSilence(error as Error)) options.onSilence?.('server');
      lose();
    }
  }

  void open();
  return {
    ready: ready.promise,
    async close() {
      closed = true;
      clearTimeout(timer);
      ready.resolve();
      if (client) await closeClient(client);
    },
  };
}

/** What pg says when a reply, or a connection, did not come in time. */
function isSilence({ message }: Error): boolean {
  return message === 'Query read timeout' || message === 'timeout expired';
}
