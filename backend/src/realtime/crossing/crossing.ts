// The ear of this process at the database, and its voice to the other processes on it.
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { DatabaseConnection } from '../../database/connection.ts';
import { listen } from '../../database/listen.ts';
import type { Log } from '../../errors/log-entry.ts';
import { readCrossingMessage } from './messages.ts';
import type { CrossingMessage } from './messages.ts';
import { createRelay, relayChannel } from './relay.ts';

export interface CrossingParts {
  connection: DatabaseConnection;
  /** Logs in as the owner. */
  pool: Pool;
  log: Log;
  onMessage: (node: string, message: CrossingMessage) => void;
  /** Notifications of our triggers. */
  onNotification: (channel: 'realtime_changes' | 'realtime_messages', payload: string) => void;
  /** Anything may have been missed. */
  onGap: () => void;
  onSilence: (who: 'session' | 'server') => void;
  /** The processes that we know somebody of; asked for those that ended without a word. */
  knownNodes: () => ReadonlySet<string>;
  onGone: (node: string) => void;
}

export interface Crossing {
  /** Names this process. */
  node: string;
  ready: Promise<void>;
  /** Says something to the other processes. Answers false when too much waits to be said. */
  send(message: CrossingMessage): boolean;
  /** Resolves when everything that was notified until now has been heard. */
  hearUntilNow(): Promise<void>;
  close(): Promise<void>;
}

const markChannel = 'realtime_mark';
const markPatienceMs = 10_000;
const lookEveryMs = 2_000;
const sessionName = 'realtime ';

export function createCrossing(parts: CrossingParts): Crossing {
  const { pool, log } = parts;
  const node = randomBytes(6).toString('hex');
  const marks = new Map<string, () => void>();
  let count = 0;

  const relay = createRelay(pool, node, () => log({ level: 'error', event: 'realtime.relay_failed' }));

  const ear = listen(parts.connection, {
    name: sessionName + node,
    channels: ['realtime_changes', 'realtime_messages', relayChannel, markChannel],
    onMessage(channel, payload) {
      if (channel === markChannel) marks.get(payload)?.();
      else if (channel === relayChannel) {
        const heard = relay.hear(payload);
        const message = heard && readCrossingMessage(heard.message);
        if (message) parts.onMessage(heard.node, message);
      } else parts.onNotification(channel as 'realtime_changes' | 'realtime_messages', payload);
    },
    onGap() {
      relay.forget();
      relay.send({ kind: 'who' });
      parts.onGap();
    },
    onSilence: parts.onSilence,
  });

  // A process that was killed says nothing, but its session at the database ends with it.
  const looking = setInterval(() => void look(), lookEveryMs).unref();
  async function look(): Promise<void> {
    const known = parts.knownNodes();
    if (known.size === 0) return;
    try {
      const { rows } = await pool.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
         where datname = current_database() and starts_with(application_name, $1)`,
        [sessionName],
      );
      const alive = new Set(rows.map(({ name }) => name.slice(sessionName.length)));
      for (const one of known) if (!alive.has(one)) parts.onGone(one);
    } catch {
      // The next look will tell; when the database is away, so is everything else.
    }
  }

  const ready = ear.ready.then(() => void relay.send({ kind: 'who' }));

  return {
    node,
    ready,
    send: (message) => relay.send(message),
    async hearUntilNow() {
      await ear.ready;
      const mark = `${node} ${(count += 1)}`;
      const heard = Promise.withResolvers<void>();
      const patience = setTimeout(() => heard.reject(new Error('the mark was not heard')), markPatienceMs);
      marks.set(mark, heard.resolve);
      try {
        // Notifications arrive in the order of commits: whatever was committed before this one came before it.
        await Promise.all([pool.query('select pg_notify($1, $2)', [markChannel, mark]), heard.promise]);
      } finally {
        clearTimeout(patience);
        marks.delete(mark);
      }
    },
    async close() {
      clearInterval(looking);
      relay.send({ kind: 'bye' });
      await relay.close();
      await ear.close();
    },
  };
}
