// Ships PostgreSQL's WAL to a backup target in pieces, with gap detection.
import type { Client } from 'pg';
import type { ConnectionParameters } from '../../database/connection-parameters.ts';
import { withClient } from '../../database/database-client.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { findWalGap, listWalPieces } from './fetch-wal.ts';
import {
  formatLsn,
  parseLsn,
  type WalPiece,
  formatWalPieceName,
  walSegmentBytes,
  walSegmentName,
  compressAndEncryptFile,
  walStreamFolders,
} from './wal-files.ts';
import {
  beginWalStream,
  readCurrentWalStream,
  type WalStream,
  advanceWalSlot,
  createWalSlot,
  readWalSlotLsn,
} from './wal-archive-state.ts';
import { createFileShipper, type FileShipper } from './ship-files.ts';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

export interface WalArchiverOptions {
  dataDir: string;
  database: { connection: ConnectionParameters; cluster: string };
  target: BackupTarget;
  /** When the oldest base backup that is still needed began; older stored files are in that backup. */
  filesSince: () => Promise<number>;
  /** Called with a description of a gap in the target's WAL, once a new stream was begun; no backup covers it yet. */
  onGap?: ((gap: string) => void) | undefined;
}

interface Opened {
  stream: WalStream;
  files: FileShipper;
  sequence: number;
  /** The last piece in the target; undefined before the first one. */
  last: string | undefined;
  /** When the pieces in the target were listed. */
  listedAt: number;
  /** Ids of transactions that were in progress or to come when everything was copied. */
  snapshot: string;
}

/**
 * If no transaction has written since the last copy, WAL below this size is not copied: hint bits and checkpoints
 * write as much without a change of data.
 */
const unnoticedBytes = 4n * 1024n * 1024n;
/** How often all pieces in the target are listed, to find missing ones. The newest is looked up before each copy. */
const listEveryMs = 10 * 60 * 1000;

export function createWalArchiver(options: WalArchiverOptions) {
  const { dataDir, database, target } = options;
  let opened: Opened | undefined;

  async function openStream(client: Client): Promise<Opened> {
    const stream = readCurrentWalStream(dataDir, target.locate(''));
    const pieces = stream ? await listWalPieces(target, stream) : [];
    const slot = await readWalSlotLsn(client);
    const isUnused = slot !== undefined && stream?.start === formatLsn(slot) && pieces.length === 0;
    const gap = stream && !isUnused ? findGap(pieces, slot, await readFlushed(client)) : undefined;
    if (!stream || gap !== undefined) return beginStream(client, gap);
    return open(stream, pieces.at(-1));
  }

  async function beginStream(client: Client, gap: string | undefined): Promise<Opened> {
    const start = await createWalSlot(client);
    const begun = await open(await beginWalStream(dataDir, target.locate(''), start), undefined);
    if (gap !== undefined) options.onGap?.(gap);
    return begun;
  }

  async function open(stream: WalStream, last: WalPiece | undefined): Promise<Opened> {
    const files = await createFileShipper({ dataDir, target, stream, since: await options.filesSince() });
    const sequence = (last?.sequence ?? 0) + 1;
    return { stream, files, sequence, last: last?.file, listedAt: performance.now(), snapshot: '' };
  }

  /** Finds a gap that arose because someone removed pieces from the target: later pieces would then be useless. */
  async function findNewGap(client: Client, start: bigint, of: Opened): Promise<string | undefined> {
    if (of.last !== undefined && !(await target.has(of.last))) return `${target.locate(of.last)} is gone`;
    if (of.last === undefined || performance.now() - of.listedAt < listEveryMs) return undefined;
    of.listedAt = performance.now();
    return findGap(await listWalPieces(target, of.stream), start, await readFlushed(client));
  }

  async function ship(client: Client): Promise<number> {
    opened ??= await openStream(client);
    const start = await readWalSlotLsn(client);
    const gap = start === undefined ? slotLost : await findNewGap(client, start, opened);
    if (start === undefined || gap !== undefined) {
      opened = await beginStream(client, gap);
      return ship(client);
    }
    const before = await readFlushed(client);
    if (before.snapshot === opened.snapshot && before.end - start < unnoticedBytes) return before.at;
    // A commit of our own, so that the WAL contains one at or after this moment: a restore to a time stops at a commit.
    await client.query(`select pg_logical_emit_message(true, 'log-archive', '')`);
    const { end, timeline, snapshot } = await readFlushed(client);
    // Files come first, so that no row arrives without its file.
    await opened.files.run(client);
    const range = { timeline, start, end, reachesToMs: before.at };
    const written = await shipWal(range, opened.sequence, {
      cluster: database.cluster,
      target,
      stream: opened.stream,
    });
    opened.sequence = written.sequence;
    opened.last = written.last ?? opened.last;
    await advanceWalSlot(client, formatLsn(end));
    opened.snapshot = snapshot;
    return before.at;
  }

  return {
    /** Copies new WAL and files. Returns the time up to which everything is in the target. */
    ship: () =>
      withClient(database.connection, async (client) => {
        try {
          await client.query('set statement_timeout = 0; set synchronous_commit = on');
          return await ship(client);
        } catch (error) {
          // The next call opens the stream again, and finds the pieces that were already written.
          opened = undefined;
          throw error;
        }
      }),
  };
}

export type WalArchiver = ReturnType<typeof createWalArchiver>;

const slotLost = 'the database no longer keeps the log that follows, of which it keeps 2 GB at most';

interface Flushed {
  /** The database's time, in milliseconds. */
  at: number;
  end: bigint;
  timeline: string;
  snapshot: string;
}

/**
 * Describes the gap; undefined if the pieces in the target reach the position from which the database keeps its WAL.
 */
function findGap(pieces: WalPiece[], slot: bigint | undefined, flushed: Flushed): string | undefined {
  if (slot === undefined) return slotLost;
  const last = pieces.at(-1);
  if (last === undefined) return 'its pieces are gone from the target';
  const hole = findWalGap(pieces);
  if (hole) return `pieces are gone from the target: ${hole.after.file} is followed by ${hole.next.file}`;
  if (last.end < slot) return `the pieces after ${last.file} are gone from the target`;
  if (flushed.end < last.end || flushed.timeline !== last.timeline)
    return 'the database was put back to an earlier state';
  return undefined;
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

interface WalRange {
  timeline: string;
  start: bigint;
  /** WAL before this position is flushed, and so never changes. */
  end: bigint;
  /** Time of a transaction that was committed before `end`. */
  reachesToMs: number;
}

/** Copies a range of the WAL as pieces. Returns the next sequence number, and the name of the last piece. */
async function shipWal(
  { timeline, start, end, reachesToMs }: WalRange,
  firstSequence: number,
  { cluster, target, stream }: { cluster: string; target: BackupTarget; stream: WalStream },
): Promise<{ sequence: number; last: string | undefined }> {
  let sequence = firstSequence;
  let last: string | undefined;
  for (let at = start; at < end; sequence++) {
    const segmentStart = at - (at % walSegmentBytes);
    const pieceEnd = segmentStart + walSegmentBytes < end ? segmentStart + walSegmentBytes : end;
    const piece: Omit<WalPiece, 'file'> = {
      sequence,
      // The commit is complete only at the end of the range.
      reachesToMs: pieceEnd === end ? reachesToMs : 0,
      timeline,
      start: at,
      end: pieceEnd,
    };
    const file = join(cluster, 'pg_wal', walSegmentName(timeline, at));
    const bytes = await readExactly(file, Number(at - segmentStart), Number(pieceEnd - at));
    last = walStreamFolders(stream.name).pieces + formatWalPieceName(piece);
    await target.write(last, await compressAndEncryptFile(Readable.from([bytes]), stream.identity));
    at = pieceEnd;
  }
  return { sequence, last };
}

async function readExactly(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, position);
    if (bytesRead < length) throw new Error(`${file} is shorter than the WAL in it`);
    return bytes;
  } finally {
    await handle.close();
  }
}
