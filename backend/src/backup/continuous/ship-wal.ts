import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BackupTarget } from '../targets/backup-target.ts';
import { pieceName, segmentBytes, segmentName } from './wal-position.ts';
import type { WalPiece } from './wal-position.ts';
import type { WalStream } from './wal-archive-state.ts';
import { seal } from './seal.ts';
import { streamFolders } from './stream-folders.ts';

export interface WalRange {
  timeline: string;
  start: bigint;
  /** What is before it is flushed, and so never changes. */
  end: bigint;
  /** Of a transaction that was committed before `end`. */
  reachesToMs: number;
}

/** Copies a range of the WAL as pieces. Returns the next sequence number, and the name of the last piece. */
export async function shipWal(
  { timeline, start, end, reachesToMs }: WalRange,
  firstSequence: number,
  { cluster, target, stream }: { cluster: string; target: BackupTarget; stream: WalStream },
): Promise<{ sequence: number; last: string | undefined }> {
  let sequence = firstSequence;
  let last: string | undefined;
  for (let at = start; at < end; sequence++) {
    const segmentStart = at - (at % segmentBytes);
    const pieceEnd = segmentStart + segmentBytes < end ? segmentStart + segmentBytes : end;
    const piece: Omit<WalPiece, 'file'> = {
      sequence,
      // Only with its end is the commit in it.
      reachesToMs: pieceEnd === end ? reachesToMs : 0,
      timeline,
      start: at,
      end: pieceEnd,
    };
    const file = join(cluster, 'pg_wal', segmentName(timeline, at));
    const bytes = await readExactly(file, Number(at - segmentStart), Number(pieceEnd - at));
    last = streamFolders(stream.name).pieces + pieceName(piece);
    await target.write(last, await seal(Readable.from([bytes]), stream.identity));
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
