import { Client } from 'pg';
import { clientConfig } from '../../database/connection.ts';
import type { DatabaseConnection } from '../../database/connection.ts';
import { closeClient } from '../../database/drop-connections.ts';

/** One moment of the database, kept so that rows can be read as they were. */
export interface Snapshot {
  /** For `set transaction snapshot`. */
  name: string;
  /** Whether a transaction was committed at that moment. */
  shows(transaction: bigint): boolean;
}

/** Keeps two moments: the one that everything told so far came from, and the next. */
export interface Moments {
  /** Holds the present moment as the next one. */
  take(): Promise<Snapshot>;
  /** The next moment becomes the last one; the one before is let go. */
  advance(): Promise<void>;
  readonly last: Snapshot | undefined;
  /** Lets go of both. */
  release(): Promise<void>;
}

const queryTimeoutMs = 10_000;

interface Held {
  client: Client;
  snapshot?: Snapshot;
}

/**
 * Each moment is an idle transaction on a connection of its own. While one is held, PostgreSQL keeps every row version
 * that it shows, so none may be held for long.
 */
export function createMoments(connection: DatabaseConnection, onLost: () => void): Moments {
  let spare: Held | undefined;
  let last: Held | undefined;
  let next: Held | undefined;

  async function open(): Promise<Held> {
    const client = new Client({ ...clientConfig(connection), query_timeout: queryTimeoutMs });
    const held: Held = { client };
    function lose(): void {
      if (held === spare) spare = undefined;
      if (held !== last && held !== next) return;
      void release();
      onLost();
    }
    client.on('error', lose);
    client.on('end', lose);
    await client.connect();
    return held;
  }

  async function letGo(held: Held | undefined): Promise<void> {
    if (held === undefined) return;
    delete held.snapshot;
    if (spare === undefined) {
      await held.client.query('rollback');
      spare = held;
    } else await closeClient(held.client);
  }

  async function release(): Promise<void> {
    const clients = [spare, last, next].flatMap((held) => (held ? [held.client] : []));
    spare = undefined;
    last = undefined;
    next = undefined;
    await Promise.all(clients.map((client) => closeClient(client)));
  }

  return {
    get last() {
      return last?.snapshot;
    },
    async take() {
      const held = spare ?? (await open());
      spare = undefined;
      next = held;
      const { client } = held;
      await client.query(
        'begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0',
      );
      const { rows } = await client.query<{ name: string; seen: string }>(
        'select pg_export_snapshot() as name, pg_current_snapshot()::text as seen',
      );
      const { name = '', seen = '' } = rows[0] ?? {};
      held.snapshot = { name, shows: readSnapshot(seen) };
      return held.snapshot;
    },
    async advance() {
      const before = last;
      last = next;
      next = undefined;
      await letGo(before);
    },
    release,
  };
}

/** Reads `xmin:xmax:xip,…`: what is not below the end, and not still under way, was committed. */
export function readSnapshot(text: string): (transaction: bigint) => boolean {
  const [from = '0', to = '0', running = ''] = text.split(':');
  const [first, end] = [BigInt(from), BigInt(to)];
  const underWay = new Set(running.split(',').filter(Boolean).map(BigInt));
  return (transaction) => transaction < first || (transaction < end && !underWay.has(transaction));
}
