// Holds exported database snapshots, which other sessions use to see exactly the delivered changes.
import { toClientConfig } from '../../database/connection-parameters.ts';
import type { ConnectionParameters } from '../../database/connection-parameters.ts';
import { DatabaseClient } from '../../database/database-client.ts';

export interface ExportedSnapshot {
  /** The name for `set transaction snapshot`. */
  name: string;
  /** Whether the transaction was committed before the snapshot. */
  shows(transaction: bigint): boolean;
}

/** Holds two snapshots: the one up to which everything was delivered, and the next. */
export interface SnapshotManager {
  take(): Promise<ExportedSnapshot>;
  /** Makes the next snapshot the last one and releases the one before. */
  advance(): Promise<void>;
  readonly last: ExportedSnapshot | undefined;
  release(): Promise<void>;
}

const queryTimeoutMs = 10_000;

interface HeldSnapshot {
  client: DatabaseClient;
  snapshot?: ExportedSnapshot;
}

/**
 * Each snapshot is an idle transaction on its own connection. PostgreSQL keeps every row version that it contains, so
 * none may be held for long.
 */
export function createSnapshotManager(connection: ConnectionParameters, onLost: () => void): SnapshotManager {
  let spare: HeldSnapshot | undefined;
  let last: HeldSnapshot | undefined;
  let next: HeldSnapshot | undefined;

  async function open(): Promise<HeldSnapshot> {
    const client = new DatabaseClient({ ...toClientConfig(connection), query_timeout: queryTimeoutMs });
    const held: HeldSnapshot = { client };
    function onLoss(): void {
      if (held === spare) spare = undefined;
      if (held !== last && held !== next) return;
      void release();
      onLost();
    }
    client.on('error', onLoss);
    client.on('end', onLoss);
    await client.connect();
    return held;
  }

  async function releaseOne(held: HeldSnapshot | undefined): Promise<void> {
    if (held === undefined) return;
    delete held.snapshot;
    if (spare === undefined) {
      await held.client.query('rollback');
      spare = held;
    } else await held.client.close();
  }

  async function release(): Promise<void> {
    const clients = [spare, last, next].flatMap((held) => (held ? [held.client] : []));
    spare = undefined;
    last = undefined;
    next = undefined;
    await Promise.all(clients.map((client) => client.close()));
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
      held.snapshot = { name, shows: parseSnapshotVisibility(seen) };
      return held.snapshot;
    },
    async advance() {
      const before = last;
      last = next;
      next = undefined;
      await releaseOne(before);
    },
    release,
  };
}

/** Parses `xmin:xmax:xip,…`: transactions below xmax that are not in progress are committed. */
export function parseSnapshotVisibility(text: string): (transaction: bigint) => boolean {
  const [from = '0', to = '0', running = ''] = text.split(':');
  const [first, end] = [BigInt(from), BigInt(to)];
  const underWay = new Set(running.split(',').filter(Boolean).map(BigInt));
  return (transaction) => transaction < first || (transaction < end && !underWay.has(transaction));
}
