import type { Client } from 'pg';
import { clientConfig } from '../../database/connection.ts';
import type { DatabaseConnection } from '../../database/connection.ts';
import { DatabaseClient } from '../../database/database-client.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { listPieces } from './fetch-wal.ts';
import { formatLsn, parseLsn } from './wal-position.ts';
import type { WalPiece } from './wal-position.ts';
import { beginWalStream, readWalStream } from './wal-archive-state.ts';
import type { WalStream } from './wal-archive-state.ts';
import { advanceWalSlot, createWalSlot, readWalSlot } from './wal-slot.ts';
import { createFileShipping } from './ship-files.ts';
import type { FileShipping } from './ship-files.ts';
import { shipWal } from './ship-wal.ts';

export interface WalArchiveOptions {
  dataDir: string;
  database: { connection: DatabaseConnection; cluster: string };
  target: BackupTarget;
  /** Paths below DATA_DIR that are no data. */
  leaveOut?: ReadonlySet<string>;
  /** Files from before are in every base backup that is still needed. */
  filesSince: () => Promise<number>;
}

export interface WalArchive {
  /** Copies what is new of the WAL and the files. Returns up to when everything is in the target. */
  ship(): Promise<number>;
}

interface Opened {
  stream: WalStream;
  files: FileShipping;
  sequence: number;
  /** Ids of transactions in progress and to come, when everything was copied. */
  snapshot: string;
}

/** Read at once, so small that hint bits and checkpoints alone need no copy at each call. */
const unnoticedBytes = 4n * 1024n * 1024n;

export function createWalArchive(options: WalArchiveOptions): WalArchive {
  const { dataDir, database, target } = options;
  let opened: Opened | undefined;

  async function openStream(client: Client): Promise<Opened> {
    let stream = readWalStream(dataDir, target.locate(''));
    const last = stream && (await listPieces(target, stream)).at(-1);
    if (!stream || (await readWalSlot(client)) === undefined || !continues(await readFlushed(client), last)) {
      await createWalSlot(client);
      stream = await beginWalStream(dataDir, target.locate(''));
    }
    const since = await options.filesSince();
    const files = await createFileShipping({ dataDir, target, stream, since, leaveOut: options.leaveOut });
    return { stream, files, sequence: (last?.sequence ?? 0) + 1, snapshot: '' };
  }

  async function ship(client: Client): Promise<number> {
    opened ??= await openStream(client);
    const start = await readWalSlot(client);
    if (start === undefined) {
      opened = undefined;
      return ship(client);
    }
    const before = await readFlushed(client);
    if (before.snapshot === opened.snapshot && before.end - start < unnoticedBytes) return before.at;
    // A commit of our own, so that the WAL has one at or after this moment: a restore to a time stops at a commit.
    await client.query(`select pg_logical_emit_message(true, 'log-archive', '')`);
    const { end, timeline, snapshot } = await readFlushed(client);
    // First the files, so that no row arrives without its file.
    await opened.files.run(client);
    const range = { timeline, start, end, reachesToMs: before.at };
    opened.sequence = await shipWal(range, opened.sequence, {
      cluster: database.cluster,
      target,
      stream: opened.stream,
    });
    await advanceWalSlot(client, formatLsn(end));
    opened.snapshot = snapshot;
    return before.at;
  }

  return {
    async ship() {
      const client = new DatabaseClient(clientConfig(database.connection));
      await client.connect();
      try {
        await client.query('set statement_timeout = 0; set synchronous_commit = on');
        return await ship(client);
      } catch (error) {
        // What was written of it is found again.
        opened = undefined;
        throw error;
      } finally {
        await client.end().catch(() => {});
      }
    },
  };
}

/** False for a cluster that was put back to an earlier state. */
function continues({ end, timeline }: Flushed, last: WalPiece | undefined): boolean {
  return last === undefined || (end >= last.end && timeline === last.timeline);
}

interface Flushed {
  /** The database's time, in milliseconds. */
  at: number;
  end: bigint;
  timeline: string;
  snapshot: string;
}

async function readFlushed(client: Client): Promise<Flushed> {
  const { rows } = await client.query<{ at: Date; end: string; segment: string; snapshot: string }>(
    `select now() as at, pg_current_wal_flush_lsn()::text as end, pg_walfile_name(pg_current_wal_lsn()) as segment,
       pg_current_snapshot()::text as snapshot`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not say where its WAL ends');
  return {
    at: row.at.getTime(),
    end: parseLsn(row.end),
    timeline: row.segment.slice(0, 8),
    snapshot: row.snapshot,
  };
}
