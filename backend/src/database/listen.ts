import { Client } from 'pg';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';

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
}

const firstRetryMs = 100;
const longestRetryMs = 5_000;
const pulseMs = 20_000;

/** Hears notifications on a connection of its own, which is opened again whenever it is lost. */
export function listen(connection: DatabaseConnection, options: ListenOptions): Listener {
  const named = options.name === undefined ? {} : { application_name: options.name };
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let heardBefore = false;
  let retryMs = firstRetryMs;
  const ready = Promise.withResolvers<void>();

  async function open(): Promise<void> {
    const opened = new Client({ ...clientConfig(connection), ...named });
    client = opened;
    let lost = false;
    function lose(): void {
      if (lost) return;
      lost = true;
      clearInterval(pulse);
      opened.end().catch(() => {});
      if (closed) return;
      timer = setTimeout(() => void open(), retryMs);
      timer.unref();
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
    // Notices a connection that a network dropped without a word.
    const pulse = setInterval(() => opened.query('select 1').catch(lose), pulseMs);
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
    } catch {
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
      await client?.end().catch(() => {});
    },
  };
}
